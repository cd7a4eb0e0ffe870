import type { JsonItems } from '@agency-support/contract/answer'
import type { AnyCall } from '@agency-support/contract/call'
import { Code, emptyEnvelope } from '@agency-support/contract/envelope'
import type { Kysely } from 'kysely'
import { lostConnection } from '../db/failures.ts'
import type { OpenDatabase, Tx } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { appendEntry, type AuditContext, type NewEntry } from '../journal/append.ts'
import { ChangeCounter } from './change-counter.ts'
import { begun } from './answer.ts'
import type { AnyHandler } from './context.ts'
import {
  claimKey,
  dropKey,
  earlierAnswer,
  keepAnswer,
  piggybackKey,
  takeKey,
  type WriteKey,
} from './idempotency.ts'

/** All that is needed to carry out one call once it has been let through. */
export interface Run {
  call: AnyCall
  handler: AnyHandler
  input: unknown
  /** The handler's context without its powers. */
  common: object
  auditContext: AuditContext
  db: OpenDatabase
  key: WriteKey | undefined
  now: Date
  /** Throws when what the handler returned does not fit the contract; before anything is committed. */
  check(returned: unknown): void
  /** Turns what the handler returned into the answer's text, for keeping it under the key. */
  render(returned: unknown): string
  /** Receives rows of the journal, for waking those who wait for them. */
  appended(): void
}

/** What came of it; `replayed` is an answer given before under the same key. */
export type Result = { returned: unknown } | { replayed: string }

/** Conflicts between transactions that succeed when simply done again. */
const conflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

const mostTries = 3

/** Carries out a call with the powers its kind has: a read-only connection, a transaction, or one of its own. */
export async function runCall(run: Run): Promise<Result> {
  const { call, db } = run
  if (call.kind === 'read')
    return { returned: await retrying(() => invoke(run, { db: db.read }), lostConnection) }
  if (call.kind === 'signal') {
    if (call.outside) return { returned: await invoke(run, { db: db.read, bookkeeping: bookkeepingOf(run) }) }
    const signalled = (): Promise<unknown> => db.write.transaction().execute((tx) => invoke(run, { tx }))
    return { returned: await retrying(signalled, conflict) }
  }
  if (call.kind === 'audited') return runAudited(run)
  return call.outside ? runOutside(run) : retrying(() => runWrite(run), conflict)
}

async function invoke({ call, handler, input, common, check }: Run, powers: object): Promise<unknown> {
  const returned = await handler(input as never, { ...common, ...powers } as never)
  check(returned)
  return call.answer.form === 'streamed' ? begun(returned as AsyncIterable<JsonItems>) : returned
}

async function runAudited(run: Run): Promise<Result> {
  const entries: NewEntry[] = []
  const append = (entry: NewEntry): Promise<void> => {
    entries.push(entry)
    return Promise.resolve()
  }
  const returned = await invoke(run, { db: run.db.read, append })
  if (entries.length === 0) throw new Error('an audited call must append its journal row')
  await run.db.write.transaction().execute(async (tx) => {
    for (const entry of entries) await appendEntry(tx, run.auditContext, entry)
  })
  run.appended()
  return { returned }
}

/**
 * Change, journal row and answer in one transaction. The key comes last, which costs the fewest statements: a
 * request that was answered before is undone by it, whatever came of its second run, and gets the first answer.
 */
async function runWrite(run: Run): Promise<Result> {
  const { db, key } = run
  try {
    const work = (powers: object): Promise<unknown> => invoke(run, powers)
    return { returned: await db.write.transaction().execute((tx) => inTransaction(tx, run, work, key)) }
  } catch (error) {
    const earlier =
      key === undefined || lostConnection(error) ? undefined : await earlierAnswer(db.write, key)
    if (earlier === undefined) throw error
    return { replayed: earlier }
  }
}

async function runOutside(run: Run): Promise<Result> {
  const { db, key, now } = run
  const earlier = key === undefined ? undefined : await claimKey(db.write, key, now)
  if (earlier !== undefined) return { replayed: earlier }
  const transaction = (work: (powers: object) => Promise<unknown>): Promise<unknown> =>
    retrying(() => db.write.transaction().execute((tx) => inTransaction(tx, run, work)), conflict)
  let returned: unknown
  try {
    returned = await invoke(run, { db: db.read, transaction, bookkeeping: bookkeepingOf(run) })
  } catch (error) {
    // A key that cannot be let go of is swept after a day; the failure is what the caller must hear of.
    if (key !== undefined) await dropKey(db.write, key).catch(() => undefined)
    throw error
  }
  // Should this fail, the key stays claimed: what was done must not be done again.
  if (key !== undefined) await keepAnswer(db.write, key, keptText(run, returned))
  return { returned }
}

type Bookkeeping = (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>

function bookkeepingOf({ db }: Run): Bookkeeping {
  return (work) => retrying(() => db.write.transaction().execute(work), conflict)
}

const onceSentence = 'This was carried out already; what it showed is shown only once.'

/** What a repetition is answered; a new password is never written down for it. */
function keptText({ call, render }: Run, returned: unknown): string {
  const isOnce = call.answer.form === 'one' && call.answer.once
  return isOnce ? JSON.stringify(emptyEnvelope(Code.conflict, onceSentence)) : render(returned)
}

/** Does the work, then writes its journal rows and takes the key with the answer. */
async function inTransaction(
  tx: Tx,
  run: Run,
  work: (powers: object) => unknown,
  key?: WriteKey,
): Promise<unknown> {
  const counter = new ChangeCounter()
  const entries: NewEntry[] = []
  const append = (entry: NewEntry): Promise<void> => {
    entries.push(entry)
    return Promise.resolve()
  }
  const returned = await work({ tx: (tx as Kysely<Database>).withPlugin(counter), append })
  const last = entries.pop()
  if (last === undefined && counter.changes > 0n)
    throw new Error('a write changed something without a journal row')
  for (const entry of entries) await appendEntry(tx, run.auditContext, entry)
  const answer = key === undefined ? '' : keptText(run, returned)
  if (last !== undefined) {
    await appendEntry(tx, run.auditContext, last, key && piggybackKey(key, answer, run.now))
    run.appended()
  } else if (key !== undefined) await takeKey(tx, key, answer, run.now)
  return returned
}

async function retrying<T>(work: () => Promise<T>, worthwhile: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === mostTries || !worthwhile(error)) throw error
    }
  }
}
