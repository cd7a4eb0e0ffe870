import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const agencyFileHelp = {
  // Product Summary › Client Totals
  1001: {
    title: 'Client totals',
    text: "Counts of this agency's clients in each store: Data Sync, Search and Texting. Count is all clients; Active and Archived split it; Errors are clients that could not be loaded. The stores should agree with Data Sync. A difference that stays for more than a few minutes usually means some clients failed to sync: check the errors on the Files tab.",
    steps: [
      [
        'A store has fewer clients than Data Sync',
        'Look for the client in the sync errors on Files. Without an error, execute Count on Command; if the difference stays, send the client again with Sync Clients.',
      ],
      [
        'The counts are old',
        'Each count shows when it was made. Count on Command asks the agency’s software for new ones.',
      ],
    ],
  },
  // Files
  1002: {
    title: 'Multifolder token and sync errors',
    text: "The token shows which computer last renewed the agency's folder access and when; the agency's software normally renews it every 15 minutes. Last failure shows the last attempt that did not work. Delete the token file only when it is stuck: the software writes a new one at its next run. Below are clients that could not be converted or synced, with code and message.",
    steps: [
      [
        'The token is older than an hour',
        'The agency’s software is not running or cannot reach us. Ask the agency to start it; Command shows when it was last seen.',
      ],
      [
        'Last failure names a computer that is no longer used',
        'Delete the token file, so that the computer in use writes a new one.',
      ],
      ['101: the client is open at the agency', 'Ask the user to close the client, then press Resync.'],
    ],
  },
  // Client Lookup
  1006: {
    title: 'Client lookup',
    text: 'Enter the eight-digit client id to see whether each file system holds that client and when it was last uploaded. Download saves the file; Download as Json is available for the Client File. Not Applicable means that the client has no file in that system, or that the agency does not use it. Downloading needs the DownloadClientFiles permission.',
    steps: [
      [
        'Uploaded long ago in one store only',
        'That store holds an old version: use Resend File, or Sync Clients on Command.',
      ],
      [
        'No store knows the client',
        'Read the id back to the caller. A new client comes with the agency’s next sync.',
      ],
    ],
  },
  // Product Summary › Resend File
  1007: {
    title: 'Resend file',
    text: 'Asks for a client, metric or config file to be sent to the receiver again. Choose the type, enter the value, and press Send. Use it when a store shows an old version although the agency has uploaded a newer one. It does not change the file.',
    steps: [
      [
        'Queued, but nothing arrives',
        'The agency’s software collects it when it is connected. Command shows whether it is, and how the order ended.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
