import { withConnection } from '../../db/connection.ts'
import type { Cli, Typed, Verb } from '../cli.ts'
import { importFile, tryFile } from './import-file.ts'
import { discard, printStatus } from './status.ts'

async function run({ words: [file = ''], options }: Typed, cli: Cli): Promise<void> {
  const skipTo = typeof options['skip-bad'] === 'string' ? options['skip-bad'] : undefined
  await withConnection(cli.databaseUrl, async (client) => {
    if (options['status'] === true) await printStatus(client, cli)
    else if (options['discard'] === true) await discard(client, cli)
    else await (options['dry-run'] === true ? tryFile : importFile)(client, cli, { file, skipTo })
  })
}

/** Imports agencies from a CSV file, all or none. */
export const importVerb: Verb = {
  usage: 'FILE.csv [--dry-run] [--skip-bad REFUSED.csv] | --status | --discard',
  about: 'Add and change agencies from a CSV file; a bad line stops it and nothing is imported.',
  options: {
    'dry-run': { type: 'boolean' },
    'skip-bad': { type: 'string' },
    status: { type: 'boolean' },
    discard: { type: 'boolean' },
  },
  words: [1, 1],
  alone: ['status', 'discard'],
  json: true,
  run,
}
