import { countOf } from '@agency-support/contract/rules/count-of'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ReadDb } from '../db/open.ts'
import { getErrorCode } from '../lib/error-code.ts'
import type { KeyRing } from '../settings/key-ring.ts'
import { parseJson } from '../lib/parse-json.ts'
import { rowsBetween, type Seal, type SealedRow } from '../journal/chain.ts'
import { changeSealKey, type KeyChange } from '../journal/seal.ts'
import { readSeals, type ReadRows, rowsFromDatabase, type Verdict, verifyChain } from '../journal/verify.ts'
import { type Cli, auditContext, CliProblem, printLine, printResult, type Verb } from './cli.ts'

/** A line of an export with a seal; it follows its rows, one array per line. */
const SealLine = z.object({
  seal: z.int(),
  from: z.string().regex(/^\d+$/),
  to: z.string().regex(/^\d+$/),
  entries: z.int(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.string().optional(),
  nextKey: z.string().optional(),
})

async function exportTo(cli: Cli, path: string): Promise<void> {
  const count = { entries: 0, seals: 0 }
  try {
    await pipeline(
      Readable.from(exportLines(cli.db.read, count)),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST')
      throw new CliProblem(`${path} already exists. Name a new file.`, { cause: error })
    // An incomplete export is useless, and would block the next attempt.
    await rm(path, { force: true })
    throw error
  }
  printResult(cli, { file: path, ...count }, [`${sealedCount(count)} written to ${path}.`])
}

/** How much is sealed: `2 entries under 1 seal`. */
export function sealedCount({ entries, seals }: { entries: number; seals: number }): string {
  return `${countOf(entries, 'entry', 'entries')} under ${countOf(seals, 'seal')}`
}

/** The lines of an export: the rows of each seal, then the seal. */
async function* exportLines(db: ReadDb, count: { entries: number; seals: number }): AsyncGenerator<string> {
  for await (const seal of readSeals(db)) {
    for await (const row of rowsBetween(db, seal.fromXid, seal.toXid)) {
      yield `${JSON.stringify(row)}\n`
      count.entries += 1
    }
    yield `${JSON.stringify(sealLine(seal))}\n`
    count.seals += 1
  }
}

function sealLine({
  sealId,
  fromXid,
  toXid,
  entries,
  head,
  keyId,
  nextKeyId,
}: Seal): z.infer<typeof SealLine> {
  return {
    seal: sealId,
    from: fromXid,
    to: toXid,
    entries,
    head: head.toString('hex'),
    ...(keyId === null ? {} : { key: keyId }),
    ...(nextKeyId === null ? {} : { nextKey: nextKeyId }),
  }
}

/** The parsed lines of an export in order; an invalid line is reported with its number. */
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
  const value = parseJson(line)
  if (Array.isArray(value)) return value as unknown as SealedRow
  const parsed = SealLine.safeParse(value)
  if (!parsed.success) return undefined
  const { seal, from, to, entries, head, key = null, nextKey = null } = parsed.data
  const says = { sealId: seal, fromXid: from, toXid: to, keyId: key, nextKeyId: nextKey }
  return { ...says, entries, head: Buffer.from(head, 'hex') }
}

const isSeal = (line: Seal | SealedRow): line is Seal => 'sealId' in line

async function* sealsInFile(path: string): AsyncGenerator<Seal> {
  for await (const line of exportedLines(path)) if (isSeal(line)) yield line
}

/**
 * Reads the rows of an export in one pass: verification requests them seal by seal in the file's order, beginning with
 * seal number `from`.
 */
function rowsFromFile(path: string, from: number): ReadRows {
  const lines = exportedLines(path)
  let passed = 1
  const rows = async function* (): AsyncGenerator<SealedRow> {
    for (let next = await lines.next(); !next.done && !isSeal(next.value); next = await lines.next())
      yield next.value
  }
  return async function* () {
    for (; passed < from; passed += 1) for await (const _row of rows());
    yield* rows()
  }
}

/** The keys of the journal's seals. Throws CliProblem without them. */
export function getSealKeys({ sealKeys }: Cli): KeyRing {
  if (sealKeys !== undefined) return sealKeys
  throw new CliProblem(
    'JOURNAL_SEAL_KEY is missing: the key the journal was sealed with, in base64; several keys one after another, the newest first.',
  )
}

interface VerifyOptions {
  file: string | undefined
  head: string | undefined
  from: number
}

async function verify(cli: Cli, { file, head, from }: VerifyOptions): Promise<void> {
  const keys = getSealKeys(cli)
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head))
    throw new CliProblem('--head takes 64 hexadecimal digits, as the log shows them.')
  const [seals, readRows] =
    file === undefined
      ? [readSeals(cli.db.read, from - 1), rowsFromDatabase(cli.db.read)]
      : [sealsInFile(file), rowsFromFile(file, from)]
  const verdict = await verifyChain(seals, readRows, keys, { head, from })
  printResult(cli, toDocument(verdict, from), verdict.intact ? toLines(verdict, { from, head, keys }) : [])
  if (!verdict.intact)
    throw new CliProblem(`The journal is NOT intact: seal ${verdict.sealId}: ${verdict.why}.`)
}

function toDocument(verdict: Verdict, from: number): object {
  if (!verdict.intact) return { intact: false, from, seal: verdict.sealId, why: verdict.why }
  const { entries, seals, head, keyId: key } = verdict
  return { intact: true, from, entries, seals, head: seals > 0 ? head : null, key }
}

function toLines(
  verdict: Extract<Verdict, { intact: true }>,
  given: { from: number; head: string | undefined; keys: KeyRing },
): string[] {
  const { seals, head, keyId } = verdict
  const part = given.from === 1 ? '' : ` from seal ${given.from} on`
  const lines = [`The journal is intact${part}: ${sealedCount(verdict)}.`]
  if (seals > 0) lines.push(`Head: ${head}`)
  if (keyId !== null && keyId !== given.keys.newest.id)
    lines.push(`It goes on with the key ${keyId}, not with the newest one given, ${given.keys.newest.id}.`)
  if (given.head === undefined)
    lines.push('Give --head with a head from the log to prove also that nothing was cut off at the end.')
  return lines
}

function sealNumber(given: string | undefined): number {
  if (given === undefined) return 1
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new CliProblem(`--from takes the number of a seal, not "${given}".`)
  return Number(given)
}

const busyForMs = 60_000
const lookAgainMs = 200

async function rotate(cli: Cli, lost: boolean): Promise<void> {
  const keys = getSealKeys(cli)
  const { seal, from, to } = await changeWhenFree(cli, keys, lost)
  printLine(cli, `From seal ${seal.sealId + 1} on the journal is sealed with the key ${to}.`)
  printLine(
    cli,
    from === null
      ? `Seal ${seal.sealId} begins with it: what lies before cannot be verified any more. Verify with --from ${seal.sealId}.`
      : `Seal ${seal.sealId}, made with the key ${from}, says so. Keep that key for journal verify; the servers need it no longer.`,
  )
  printLine(cli, `Head: ${seal.head.toString('hex')}`)
}

async function changeWhenFree(cli: Cli, keys: KeyRing, lost: boolean): Promise<KeyChange> {
  const patient = AbortSignal.timeout(busyForMs)
  for (;;) {
    const change = await changeSealKey(cli.db, keys, auditContext(cli), { lost })
    if (change !== undefined) return change
    if (patient.aborted)
      throw new CliProblem(
        'A transaction that is as old as the last seal is still open, or another process seals. Nothing was changed; try again.',
      )
    await delay(lookAgainMs)
  }
}

const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The journal on the command line. */
export const journalVerbs: Readonly<Record<string, Verb>> = {
  'journal verify': {
    usage: '[--file EXPORT] [--head HEX] [--from SEAL]',
    about: 'Prove that no sealed entry was changed, added or removed, in the database or in an export.',
    options: { file: { type: 'string' }, head: { type: 'string' }, from: { type: 'string' } },
    words: [0, 0],
    json: true,
    run: ({ options }, cli) =>
      verify(cli, {
        file: text(options['file']),
        head: text(options['head']),
        from: sealNumber(text(options['from'])),
      }),
  },
  'journal export': {
    usage: 'FILE',
    about: 'Write all sealed entries with their seals to a new file that can be verified later.',
    options: {},
    words: [1, 1],
    json: true,
    run: ({ words: [path = ''] }, cli) => exportTo(cli, path),
  },
  'journal rotate-key': {
    usage: '[--lost]',
    about: 'Seal with the first key of JOURNAL_SEAL_KEY from now on; --lost when the one before it is gone.',
    options: { lost: { type: 'boolean' } },
    words: [0, 0],
    run: ({ options }, cli) => rotate(cli, options['lost'] === true),
  },
}
