import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help of this module: a topic of our own, after those of the documents. */
export const operationsHelp = {
  1024: {
    title: 'Operations',
    text: 'How this installation runs. What is wrong stands first, each with what to do; below stand the database, the queues, the seals of the journal, the software of agencies, and each process that serves with its own figures. Other processes tell theirs every ten seconds. What could not be read is called not known and is never shown as zero.',
    steps: [
      [
        'Something is wrong',
        'Do what stands beside it, or tell whoever runs the servers; docs/operations.md has more.',
      ],
      ['A request failed', 'Give its number to whoever runs the servers: it finds the cause in the log.'],
      ['A process is silent', 'It was ended or cannot write to the database. Its line goes after an hour.'],
    ],
  },
} satisfies Readonly<Record<number, HelpTopic>>
