import type { Verb } from '../cli.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

/** Backup and restore of database and files together. */
export const backupVerbs: Readonly<Record<string, Verb>> = {
  backup: {
    usage: 'FOLDER',
    about:
      'Write one consistent backup of database and files into a new folder, while servers run; no key is in it.',
    options: {},
    words: [1, 1],
    run: ({ words: [folder = ''] }, cli) => backUp(cli, folder),
  },
  restore: {
    usage: 'FOLDER',
    about:
      'Check a backup and bring it back into an empty database and an empty file store; then verify the journal.',
    options: {},
    words: [1, 1],
    needs: 'database',
    run: ({ words: [folder = ''] }, cli) => restore(cli, folder),
  },
}
