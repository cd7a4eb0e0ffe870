import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { withConnection } from '../../db/connection.ts'
import { type Cli, auditContext, CliProblem, say, type Typed, type Verb } from '../cli.ts'
import { type Counts, countChanges, mergeStaged } from './merge.ts'
import { Progress } from './progress.ts'
import { type AgencyLine, readAgencies } from './read-agencies.ts'
import { RefusedFile } from './refused-file.ts'
import { stageAgencies } from './stage.ts'

async function run({ words: [file = ''], options }: Typed, cli: Cli): Promise<void> {
  const size = await sizeOf(file)
  const skipTo = options['skip-bad']
  using refused = typeof skipTo === 'string' ? new RefusedFile(skipTo) : undefined
  const progress = new Progress(cli, size)
  try {
    await withConnection(cli.databaseUrl, async (client) => {
      await stageAgencies(
        client,
        goodLines(file, refused, (bytes) => progress.add(bytes)),
      )
      await refused?.close()
      progress.end()
      const facts = { file: basename(file), refused: refused?.count ?? 0 }
      if (options['dry-run'] === true) tellDryRun(cli, await countChanges(client))
      else tell(cli, await mergeStaged(client, auditContext(cli), facts))
    })
    if (refused !== undefined)
      say(cli, `refused ${refused.count}${refused.count > 0 ? `, see ${String(skipTo)}` : ''}`)
  } finally {
    progress.end()
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    const facts = await stat(file)
    if (!facts.isDirectory()) return facts.size
  } catch (cause) {
    throw new CliProblem(
      `${file} cannot be read: ${(cause as { code?: string }).code === 'ENOENT' ? 'there is no such file' : String(cause)}.`,
      { cause },
    )
  }
  throw new CliProblem(`${file} is a folder.`)
}

/** The agencies of the file; bad lines go to the refused file, or stop it all where there is none. */
async function* goodLines(
  file: string,
  refused: RefusedFile | undefined,
  onRead: (bytes: number) => void,
): AsyncGenerator<AgencyLine[]> {
  for await (const { agencies, bad } of readAgencies(file, onRead)) {
    const [first] = bad
    if (refused !== undefined) await refused.write(bad)
    else if (first !== undefined)
      throw new CliProblem(`line ${first.line}: ${first.why}\nNothing was imported.`)
    yield agencies
  }
}

function tell(cli: Cli, { inserted, updated, unchanged }: Counts): void {
  say(cli, `inserted ${inserted}, updated ${updated}, unchanged ${unchanged}`)
}

function tellDryRun(cli: Cli, { inserted, updated, unchanged }: Counts): void {
  say(cli, `would insert ${inserted}, update ${updated}, leave ${unchanged} unchanged; nothing was changed`)
}

/** Agencies from a CSV file, all or none. */
export const importVerb: Verb = {
  usage: 'FILE.csv [--dry-run] [--skip-bad REFUSED.csv]',
  about: 'Add and change agencies from a CSV file; a bad line stops it and nothing is imported.',
  options: { 'dry-run': { type: 'boolean' }, 'skip-bad': { type: 'string' } },
  words: [1, 1],
  run,
}
