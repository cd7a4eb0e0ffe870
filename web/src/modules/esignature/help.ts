import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const esignatureHelp = {
  // E-SIG
  1004: {
    title: 'E-signature',
    text: 'Shows the agency\'s e-signature subscription and its registered users. Each user needs an account id at the form provider; "Pending Verification" means the user has not confirmed the email, and "ERROR CREATING ACCOUNT AT FORMSTACK" means the account must be set by hand. Use the query to find the id in the provider\'s group. Cancelling the subscription cannot be undone.',
    steps: [
      [
        'ERROR CREATING ACCOUNT AT FORMSTACK',
        'Query the group, choose Use next to the user’s account, and save.',
      ],
      [
        'Pending Verification',
        'Ask the user to confirm the email; the user’s Email Status Log shows whether it was delivered.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
