import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const activityHelp = {
  // Hosting sign-ins
  1016: {
    title: 'Sign-ins by hosting environment',
    text: 'Number of user sign-ins in the last three hours, per period and hosting environment: Locals, Kotter, Opus W, Opus E and Opus E2. Use it to see whether one environment has stopped taking sign-ins. Refresh loads it again; it does not refresh by itself.',
    steps: [
      [
        'One environment falls to zero',
        'Its sign-in service may be down: tell Operations which environment and since when.',
      ],
      ['All of them fall', 'Compare with the same hour of the day before; at night there are few.'],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
