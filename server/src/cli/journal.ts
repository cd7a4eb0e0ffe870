import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { ReadDb } from '../db/open.ts'
import { rowsBetween, type Seal, type SealedRow } from '../journal/seal.ts'
import { readSeals, type RowsOf, rowsFromDatabase, verifyChain } from '../journal/verify.ts'
import { type Cli, CliProblem, say, type Verb } from './cli.ts'

/** A line of an export that ends a seal; the rows it covers stand before it, an array a line. */
const SealLine = z.object({
  seal: z.int(),
  from: z.string().regex(/^\d+$/),
  to: z.string().regex(/^\d+$/),
  entries: z.int(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
})

async function exportTo(cli: Cli, path: string): Promise<void> {
  const count = { entries: 0, seals: 0 }
  await pipeline(Readable.from(exportOf(cli.db.read, count)), createWriteStream(path, { flags: 'wx' }))
  say(cli, `${count.entries} entries under ${count.seals} seals written to ${path}.`)
}

/** The lines of an export: the rows that a seal covers, then the seal. */
async function* exportOf(db: ReadDb, count: { entries: number; seals: number }): AsyncGenerator<string> {
  for await (const seal of readSeals(db)) {
    for await (const row of rowsBetween(db, seal.fromXid, seal.toXid)) {
      yield `${JSON.stringify(row)}\n`
      count.entries += 1
    }
    yield `${JSON.stringify(sealLine(seal))}\n`
    count.seals += 1
  }
}

function sealLine({ sealId, fromXid, toXid, entries, head }: Seal): z.infer<typeof SealLine> {
  return { seal: sealId, from: fromXid, to: toXid, entries, head: head.toString('hex') }
}

/** The lines of an export in order; a line that is neither seal nor row is told by its number. */
async function* exportedLines(path: string): AsyncGenerator<Seal | SealedRow> {
  let number = 0
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1
    yield parsedLine(line) ?? unreadable(path, number)
  }
}

function unreadable(path: string, line: number): never {
  throw new CliProblem(`${path}, line ${line} is not a line of a journal export.`)
}

function parsedLine(line: string): Seal | SealedRow | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (Array.isArray(value)) return value as unknown as SealedRow
  const parsed = SealLine.safeParse(value)
  if (!parsed.success) return undefined
  const { seal, from, to, entries, head } = parsed.data
  return { sealId: seal, fromXid: from, toXid: to, entries, head: Buffer.from(head, 'hex') }
}

const isSeal = (line: Seal | SealedRow): line is Seal => 'sealId' in line

async function* sealsInFile(path: string): AsyncGenerator<Seal> {
  for await (const line of exportedLines(path)) if (isSeal(line)) yield line
}

/** Rows of an export in one pass: the verification asks for them seal by seal, in the file's own order. */
function rowsFromFile(path: string): RowsOf {
  const lines = exportedLines(path)
  return async function* () {
    for (let next = await lines.next(); !next.done && !isSeal(next.value); next = await lines.next())
      yield next.value
  }
}

async function verify(cli: Cli, file: string | undefined, head: string | undefined): Promise<void> {
  if (cli.sealKey === undefined)
    throw new CliProblem('JOURNAL_SEAL_KEY is missing: the key the journal was sealed with, in base64.')
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head))
    throw new CliProblem('--head takes 64 hexadecimal digits, as the log shows them.')
  const [seals, rowsOf] =
    file === undefined
      ? [readSeals(cli.db.read), rowsFromDatabase(cli.db.read)]
      : [sealsInFile(file), rowsFromFile(file)]
  const verdict = await verifyChain(seals, rowsOf, cli.sealKey, head)
  if (!verdict.intact)
    throw new CliProblem(`The journal is NOT intact: seal ${verdict.sealId}: ${verdict.why}.`)
  say(cli, `The journal is intact: ${verdict.entries} entries under ${verdict.seals} seals.`)
  if (verdict.seals > 0) say(cli, `Head: ${verdict.head}`)
  if (head === undefined)
    say(cli, 'Give --head with a head from the log to prove also that nothing was cut off at the end.')
}

const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The journal on the command line. */
export const journalVerbs: Readonly<Record<string, Verb>> = {
  'journal verify': {
    usage: '[--file EXPORT] [--head HEX]',
    about: 'Prove that no sealed entry was changed, added or removed, in the database or in an export.',
    options: { file: { type: 'string' }, head: { type: 'string' } },
    words: [0, 0],
    run: ({ options }, cli) => verify(cli, text(options['file']), text(options['head'])),
  },
  'journal export': {
    usage: 'FILE',
    about: 'Write all sealed entries with their seals to a new file that can be verified later.',
    options: {},
    words: [1, 1],
    run: ({ words: [path = ''] }, cli) => exportTo(cli, path),
  },
}
