import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help of this module: our own topic, after the specified ones. */
export const operationsHelp = {
  1024: {
    title: 'Operations',
    text: 'The state of this installation. Problems come first, each with what to do. Below are the database, the queues, the journal’s seals, the agencies’ software, and each serving process with its own figures. Other processes report theirs every ten seconds. Anything that could not be read is shown as not known, never as zero.',
    steps: [
      [
        'Something is wrong',
        'Do what it says next to the problem, or tell whoever runs the servers; docs/operations.md has more.',
      ],
      [
        'A request failed',
        'Give its number to whoever runs the servers: with it they find the cause in the log.',
      ],
      [
        'A process is silent',
        'It was killed or cannot write to the database. Its line disappears after an hour.',
      ],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
