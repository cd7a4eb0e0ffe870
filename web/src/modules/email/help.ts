import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const emailHelp = {
  // Email Management
  1013: {
    title: 'Email management',
    text: 'Addresses that are suppressed because mail to them bounced or failed; the system sends them nothing more. Show Details gives date, reason and status. Purge removes the selected addresses from the list so that mail is tried again. Purge only after the address has been corrected or confirmed, or it will be suppressed again.',
    steps: [
      [
        'The address is suppressed again after Purge',
        'The mailbox refuses mail. Ask the agency for another address.',
      ],
      [
        'The person got no mail, but is not in the list',
        'Look at the Email Status Log of the user on the agency’s Users tab.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
