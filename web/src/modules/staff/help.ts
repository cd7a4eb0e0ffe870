import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const staffHelp = {
  // User Management
  1012: {
    title: 'User management',
    text: "Lists staff users with their status and multi-factor setting. Click a row to see the user's permissions. Each switch is saved at once: the user's open screens follow within a second, without signing in again. Status cannot be changed here.",
    steps: [
      ['A switch cannot be used', 'Its tooltip says which permission you would need yourself.'],
      ['The person is Locked', 'Unlock on Staff Accounts, or wait until the lock expires.'],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
