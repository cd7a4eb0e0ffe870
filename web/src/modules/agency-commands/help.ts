import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const agencyCommandHelp = {
  // Command
  1003: {
    title: 'Commands',
    text: "Queues a command that the agency's software picks up. Upload Config sends its configuration, Sync Clients sends clients again, Log sends the chosen logs, Count recounts, PCS Sync starts that sync. For Sync Clients enter eight-digit client ids separated by commas. A command waits in the list until it has been collected, at most seven days, and stays there with its result for 90 days.",
    steps: [
      [
        'A command stays Queued',
        'The agency’s software is offline. It collects the command when it is back; cancel it if it is no longer needed.',
      ],
      ['A command Failed', 'Open its row: the output says why. Correct the argument and execute it again.'],
      [
        'The same command is waiting already',
        'Somebody else has queued it. Execute it again only if it has to run twice.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
