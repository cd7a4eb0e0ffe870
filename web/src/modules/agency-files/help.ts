/** Help texts of this module, by the documents' topic ids. */
export const agencyFileHelp = {
  // Product Summary › Client Totals
  1001: {
    title: 'Client totals',
    text: "Counts of this agency's clients in each store: Data Sync, Search and Texting. Count is all clients; Active and Archived split it; Errors are clients that could not be loaded. The stores should agree with Data Sync. A difference that stays for more than a few minutes usually means some clients failed to sync: check the errors on the Files tab.",
  },
  // Files
  1002: {
    title: 'Multifolder token and sync errors',
    text: "The token shows which computer last renewed the agency's folder access and when; the agency's software normally renews it every 15 minutes. Last failure shows the last attempt that did not work. Delete the token file only when it is stuck: the software writes a new one at its next run. Below are clients that could not be converted or synced, with code and message.",
  },
  // Client Lookup
  1006: {
    title: 'Client lookup',
    text: 'Enter the eight-digit client id to see whether each file system holds that client and when it was last uploaded. Download saves the file; Download as Json is available for the Client File. Not Applicable means the agency does not use that system. Downloading needs the DownloadClientFiles permission.',
  },
  // Product Summary › Resend File
  1007: {
    title: 'Resend file',
    text: 'Asks for a client, metric or config file to be sent to the receiver again. Choose the type, enter the value, and press Send. Use it when a store shows an old version although the agency has uploaded a newer one. It does not change the file.',
  },
}
