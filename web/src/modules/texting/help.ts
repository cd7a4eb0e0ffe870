import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const textingHelp = {
  // Texting
  1005: {
    title: 'Texting',
    text: 'Texting needs a phone number and a TCR (campaign) number; only then can it be enabled. Order status comes from the telephony provider. Removing the TCR number sets texting back to Pending. Assigning a new phone number replaces the old one and cannot be undone. To trace one message, look it up by its message id.',
    steps: [
      ['Texting cannot be enabled', 'A phone number or the TCR number is missing; both stand in the card.'],
      ['A message did not arrive', 'Look it up by its message id: status and error code say where it ended.'],
    ],
  },
  // TCR Report
  1018: {
    title: 'TCR report',
    text: 'Texting campaign registrations (TCR) of all agencies with phone number, TCR id, and who created or updated them. An agency needs a TCR number before texting can be enabled. Export saves the list as tcrsummary.csv; dates in the file are not converted to local time.',
    steps: [
      [
        'An agency is missing',
        'It has no TCR number: its campaign is not registered yet. Update it on the agency’s Texting tab.',
      ],
    ],
  },
  // TCR Cleanup
  1019: {
    title: 'TCR cleanup',
    text: 'Campaign numbers that are no longer tied to a working texting setup. Check the agency before you delete: Delete removes the number from that agency and the row disappears. Deleting needs the CanManageTexting permission.',
    steps: [['The number belongs to an agency again', 'It leaves this list by itself; do not delete it.']],
  },
} satisfies Readonly<Record<number, HelpTopic>>
