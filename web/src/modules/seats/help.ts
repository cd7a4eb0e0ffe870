import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const seatHelp = {
  // Seat Management Report
  1011: {
    title: 'Seat management',
    text: 'Requests from agencies to add or remove seats. Not Done shows To-Do and In Process. Change the status in the row; it is saved at once with your name and the time. Target Seats applies to local-install and cloud agencies only. Export Done saves the completed requests as a CSV file.',
    steps: [
      [
        'A request is not in the list',
        'Not Done hides completed requests: choose All, then search for the agency.',
      ],
      ['The wrong status was set', 'Press Undo next to the status.'],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
