import type { JsonItems } from '@agency-support/contract/answer'
import type { AnyCall } from '@agency-support/contract/call'
import { Code, emptyEnvelope } from '@agency-support/contract/envelope'
import type {
  Kysely,
  KyselyPlugin,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { isConflict, isDatabaseUnavailable, isConnectionLost } from '../db/database-errors.ts'
import type { OpenDatabase, ReadDb, Tx } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { appendEntry, type AuditContext, type NewEntry } from '../journal/append.ts'
import { errorFacts, type Log } from '../lib/log.ts'
import { jsonType, type Prepared, textAnswer, withFirstPiece } from './answer.ts'
import type { AnyHandler, Bookkeeping } from './context.ts'
import {
  claimKey,
  dropKey,
  earlierAnswer,
  keepAnswer,
  piggybackKey,
  takeKey,
  type WriteKey,
} from './idempotency.ts'

/** Everything needed to run one accepted call. */
export interface Run {
  call: AnyCall
  handler: AnyHandler
  input: unknown
  /** The handler's context without database access. */
  common: object
  auditContext: AuditContext
  db: OpenDatabase
  key: WriteKey | undefined
  now: Date
  log: Log
  /** Called before the handler of a write that works outside a transaction: what it has done there is not undone. */
  goesOutside(): void
  /** Builds the answer from the handler's result, before the commit. Throws if it violates the contract. */
  finish(returned: unknown): Prepared
  /** Called after a commit with journal rows, to notify live streams. */
  committed(): void
  /** Announces a committed change that is not journalled. */
  hint(module: string, agencyId: number): void
}

const maxTries = 3

/** Runs a call with what its kind allows: a read-only connection, a transaction, or transactions that it opens. */
export async function runCall(run: Run): Promise<Prepared> {
  const { call, db } = run
  if (call.kind === 'read')
    return retrying(async () => invoke(run, { db: await readDb(run) }), isConnectionLost)
  if (call.kind === 'signal') {
    if (call.outside) return invoke(run, { db: db.read, bookkeeping: createBookkeeping(run) })
    return retrying(() => inTransaction(run, (powers) => invoke(run, powers)), isConflict)
  }
  if (call.kind === 'audited') return runAudited(run)
  return call.outside ? runOutside(run) : retrying(() => runWrite(run), isConflict)
}

/** The connection for the reads of a call. */
function readDb({ call, db }: Run): ReadDb | Promise<ReadDb> {
  return call.replica ? db.readReplica() : db.read
}

async function invoke({ call, handler, input, common, finish }: Run, powers: object): Promise<Prepared> {
  const returned = await handler(input as never, { ...common, ...powers } as never)
  const isStreamed = call.answer.form === 'streamed' && typeof returned !== 'string'
  return finish(isStreamed ? await withFirstPiece(returned as AsyncIterable<JsonItems>) : returned)
}

/** Holds back the journal rows that a handler appends, until its work is done. */
function holdEntries(): { entries: readonly NewEntry[]; append: (entry: NewEntry) => Promise<void> } {
  const entries: NewEntry[] = []
  const append = (entry: NewEntry): Promise<void> => {
    entries.push(entry)
    return Promise.resolve()
  }
  return { entries, append }
}

async function appendEntries(tx: Tx, { auditContext }: Run, entries: readonly NewEntry[]): Promise<void> {
  for (const entry of entries) await appendEntry(tx, auditContext, entry)
}

async function runAudited(run: Run): Promise<Prepared> {
  const { entries, append } = holdEntries()
  const answer = await invoke(run, { db: await readDb(run), append })
  if (entries.length === 0) throw new Error('an audited call must append its journal row')
  await run.db.write.transaction().execute((tx) => appendEntries(tx, run, entries))
  run.committed()
  return answer
}

/**
 * Change, journal row and answer in one transaction. Inserting the key last takes the fewest statements: if the request
 * was answered before, the insert fails, everything is rolled back and the first answer is returned.
 */
async function runWrite(run: Run): Promise<Prepared> {
  const { db, key, now } = run
  try {
    const keep = key && { key, getText: (answer: Prepared) => keptText(run.call, answer) }
    return await inTransaction(run, (powers) => invoke(run, powers), keep)
  } catch (error) {
    const earlier =
      key === undefined || isDatabaseUnavailable(error) ? undefined : await earlierAnswer(db.write, key, now)
    if (earlier === undefined) throw error
    return textAnswer(jsonType, earlier)
  }
}

async function runOutside(run: Run): Promise<Prepared> {
  const { db, key, now, log, auditContext } = run
  const earlier = key === undefined ? undefined : await claimKey(db.write, key, now)
  if (earlier !== undefined) return textAnswer(jsonType, earlier)
  const transaction = (work: (powers: object) => Promise<unknown>): Promise<unknown> =>
    retrying(() => inTransaction(run, work), isConflict)
  let answer: Prepared
  run.goesOutside()
  try {
    answer = await invoke(run, { db: db.read, transaction, bookkeeping: createBookkeeping(run) })
  } catch (error) {
    // A key that cannot be released is deleted after a day; the caller must see the original failure.
    const dropped = key && dropKey(db.write, key).catch(() => undefined)
    if (!isDatabaseUnavailable(error)) await dropped
    throw error
  }
  // If this fails the key stays claimed, because the change must not be made twice. It was made, so its answer is sent:
  // a new password in it exists nowhere else.
  if (key !== undefined)
    await keepAnswer(db.write, key, keptText(run.call, answer)).catch((error: unknown) =>
      log.warn('idempotency.unkept', { requestId: auditContext.requestId, ...errorFacts(error) }),
    )
  return answer
}

function createBookkeeping({ db }: Run): Bookkeeping {
  return (work) => retrying(() => db.write.transaction().execute(work), isConflict)
}

const onceSentence = 'This was carried out already; what it showed is shown only once.'

/** The answer that is stored for a retry; never contains a new password. */
function keptText({ answer: declared }: AnyCall, answer: Prepared): string {
  const isOnce = declared.form === 'one' && declared.once
  if (isOnce) return JSON.stringify(emptyEnvelope(Code.conflict, onceSentence))
  return answer.kind === 'text' ? answer.body.toString() : ''
}

/** Counts the rows a transaction changes, so that a change without its journal row is never committed. */
class ChangeCounter implements KyselyPlugin {
  changes = 0n

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    this.changes += result.numAffectedRows ?? 0n
    return Promise.resolve(result)
  }
}

/** The answer to store with a transaction, and its key. */
interface Keep<T> {
  key: WriteKey
  getText(result: T): string
}

/** Runs the work in a transaction and writes its journal rows; the last one also inserts the key, if there is one. */
async function inTransaction<T>(run: Run, work: (powers: object) => Promise<T>, keep?: Keep<T>): Promise<T> {
  const { call, db, auditContext, now, committed } = run
  const { entries, append } = holdEntries()
  const hints: [module: string, agencyId: number][] = []
  const hint = (...given: (typeof hints)[number]): void => void hints.push(given)
  const result = await db.write.transaction().execute(async (tx) => {
    const counter = new ChangeCounter()
    const came = await work({ tx: (tx as Kysely<Database>).withPlugin(counter), append, hint })
    const last = entries.at(-1)
    if (last === undefined && counter.changes > 0n && call.kind === 'write')
      throw new Error('a write changed something without a journal row')
    await appendEntries(tx, run, entries.slice(0, -1))
    const text = keep?.getText(came) ?? ''
    if (last !== undefined)
      await appendEntry(tx, auditContext, last, keep && piggybackKey(keep.key, text, now))
    else if (keep !== undefined) await takeKey(tx, keep.key, text, now)
    return came
  })
  if (entries.length > 0) committed()
  for (const given of hints) run.hint(...given)
  return result
}

async function retrying<T>(work: () => Promise<T>, worthwhile: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxTries || !worthwhile(error)) throw error
    }
  }
}
