import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const alertHelp = {
  // Alerts Administration
  1014: {
    title: 'System alerts',
    text: 'Creates and ends the alerts agencies see in their software. Choose category, priority and feature, write the message, and send it to all agencies or to specific ones. Saving an alert sets its start to the current time. Resolve removes the alert for everyone.',
    steps: [
      [
        'An agency does not see the alert',
        'Check that it is among the chosen agencies and that the alert has not ended.',
      ],
      [
        'The message has a mistake',
        'Edit it: agencies see the new text, and the start becomes the current time.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
