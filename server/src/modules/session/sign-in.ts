import type { In } from '@agency-support/contract/call'
import type { Way } from '@agency-support/contract/modules/second-factor'
import { type session, type SignInResult, SignInStatus } from '@agency-support/contract/modules/session'
import { mfaOn, StaffStatus } from '@agency-support/contract/modules/staff'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Bookkeeping, Ctx, Handler, Services } from '../../calls/context.ts'
import { endSession } from '../../auth/session-store.ts'
import { judgePassword } from '../../auth/passwords/hash.ts'
import { whyNotPassword } from '../../auth/passwords/policy.ts'
import {
  nameCounter,
  assertFewFail,
  browserCounter,
  isLocked,
  judging,
  noteFailure,
  takeAttempt,
} from './attempts.ts'
import { type Counter, countFailedSignIn, deleteCounter, giveBackAttempt } from './attempts-store.ts'
import { countFailed } from './failed-sign-ins.ts'
import { openSession } from './open-session.ts'
import { findStaff, lockJudged, type StaffRow } from './store.ts'

/** What checking a second factor needs from a call's context. */
export interface FactorCheck {
  db: ReadDb
  bookkeeping: Bookkeeping
  config: Services['config']
  now: Date
}

/** Uses up a proof in the transaction of what it allows; false if a concurrent request was faster. */
export type UseUp = (tx: Tx) => Promise<boolean>

/**
 * What sign-in needs from the second-factor module. Passed in by handlers.ts, because that module in turn uses this one
 * for attempts and tokens.
 */
export interface SecondFactors {
  checkCode(check: FactorCheck, staffId: number, code: string): Promise<UseUp | undefined>
  checkPasskey(
    check: FactorCheck,
    staffId: number,
    given: { answer: Record<string, unknown>; purpose: 'signIn' },
  ): Promise<UseUp | undefined>
  passkeyOptions(
    tx: Tx,
    staffId: number,
    asked: { purpose: 'signIn'; config: Services['config']; now: Date },
  ): Promise<Record<string, unknown> | null>
  listWays(db: ReadDb, staffId: number): Promise<Way[]>
}

type SignInCtx = Ctx<typeof session.signIn> & { factors: SecondFactors }
type SignInInput = In<typeof session.signIn>

/** A valid hash of no known password, so that sign-ins with unknown names take as long as others. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Qn6iJ5sZqTqXxjJtYQyqjcZ5m0ZXvM3zQ1n1Qm7Wq0A'

const refused = (status: number, desc: string): SignInResult => ({ status, desc, claims: null })
const invalid = refused(SignInStatus.invalidCredentials, 'Invalid Credentials')
const locked = refused(SignInStatus.lockedOut, 'This account is locked out.')
const factorAsked = refused(SignInStatus.mfaRequired, 'Multi-factor authentication is required.')
const wrongFactor = refused(SignInStatus.failed, 'Incorrect code or passkey. Please try again.')

/** Sign-in. Answers for an unknown name and a wrong password differ neither in text nor in time. */
export function createSignIn(factors: SecondFactors): Handler<typeof session.signIn> {
  return (input, ctx) => signIn(input, { ...ctx, factors })
}

async function signIn(input: SignInInput, ctx: SignInCtx): Promise<SignInResult> {
  const name = input.username.trim().toLowerCase()
  if (name === '') return invalid
  // PostgreSQL rejects NUL in text, so a name that contains one belongs to nobody.
  const person = name.includes('\0') ? undefined : await findStaff(ctx.db, name)
  const counter = await getCounter(ctx, name, person)
  if (await isLocked(ctx.db, counter, ctx.now)) return failLocked(ctx)
  const mayBegin = () => ctx.bookkeeping((tx) => takeAttempt(tx, counter, ctx.now))
  const judged = await judgePassword(person?.password_hash ?? nobodysHash, input.password, mayBegin)
  if (judged === 'refused') return failLocked(ctx)
  if (person === undefined) return failUnknown(ctx, counter)
  if (person.password_hash === null || judged === 'wrong')
    return fail(ctx, { person, counter }, 'invalid credentials')
  const obstacle = findObstacle(person)
  if (obstacle !== undefined) return stop(ctx, person, obstacle)
  const known = { person, counter, restricted: mustChangePassword(person, input.password) }
  if (person.mfa !== mfaOn) return succeed(ctx, known)
  const hasFactor = input.mfaCode !== undefined || input.passkey !== undefined
  return hasFactor ? checkFactor(ctx, known, input) : askFactor(ctx, known)
}

/**
 * The counter for an attempt: a known browser of this person has a separate one, so that outsiders cannot lock them
 * out. Throws 429 for all other attempts while too many sign-ins fail.
 */
async function getCounter(ctx: SignInCtx, name: string, person: StaffRow | undefined): Promise<Counter> {
  const browserId = person && ctx.request.getBrowserId(person.staff_id)
  if (browserId !== undefined) return browserCounter(name, browserId)
  await assertFewFail(ctx.db, ctx.now)
  return nameCounter(name)
}

/** A person trying to sign in. */
interface Trying {
  person: StaffRow
  counter: Counter
}

/** A person whose password was right. */
interface Known extends Trying {
  restricted: boolean
}

/** The change was demanded, or the short password was only allowed with a second factor that has been removed. */
function mustChangePassword(person: StaffRow, password: string): boolean {
  if (person.status === StaffStatus.passwordChangeRequired) return true
  const { username } = person
  return whyNotPassword(password, { username, secondFactor: person.mfa === mfaOn }) === 'tooShort'
}

/** Asks for the second factor; neither counts as a wrong attempt nor returns earlier ones. */
async function askFactor(ctx: SignInCtx, { person, counter }: Known): Promise<SignInResult> {
  const passkey = await ctx.bookkeeping(async (tx) => {
    await giveBackAttempt(tx, counter)
    const { now } = ctx
    return ctx.factors.passkeyOptions(tx, person.staff_id, {
      purpose: 'signIn',
      config: ctx.services.config,
      now,
    })
  })
  await stop(ctx, person, factorAsked)
  const by = await ctx.factors.listWays(ctx.db, person.staff_id)
  return { ...factorAsked, by, ...(passkey !== null && { passkey }) }
}

async function checkFactor(ctx: SignInCtx, known: Known, input: SignInInput): Promise<SignInResult> {
  const { bookkeeping } = ctx
  const { counter, person } = known
  const useUp = await judging({ bookkeeping, counter }, () => judgeFactor(ctx, person.staff_id, input))
  return useUp === undefined ? fail(ctx, known, 'wrong second factor') : succeed(ctx, known, useUp)
}

function judgeFactor(ctx: SignInCtx, staffId: number, input: SignInInput): Promise<UseUp | undefined> {
  const { db, bookkeeping, now, factors } = ctx
  const check = { db, bookkeeping, config: ctx.services.config, now }
  if (input.passkey === undefined) return factors.checkCode(check, staffId, input.mfaCode ?? '')
  return factors.checkPasskey(check, staffId, { answer: input.passkey, purpose: 'signIn' })
}

/** Refuses a person with the right password who may not sign in, or not yet. */
async function stop(ctx: SignInCtx, person: StaffRow, answer: SignInResult): Promise<SignInResult> {
  await ctx.transaction(({ append }) =>
    append({
      event: 'session.signInFailed',
      subject: person.username,
      after: { why: answer.desc, address: ctx.request.address },
    }),
  )
  return answer
}

/**
 * No attempts left: the password is not checked and no journal row written, because there may be any number of these.
 */
async function failLocked(ctx: SignInCtx): Promise<SignInResult> {
  const { now, request } = ctx
  await ctx.bookkeeping(async (tx) => {
    await countFailedSignIn(tx, now)
    await countFailed(tx, { now, network: request.network, why: 'locked out' })
  })
  return locked
}

/** The name is unknown; it is not stored, because people type passwords into the wrong field. */
async function failUnknown(ctx: SignInCtx, counter: Counter): Promise<SignInResult> {
  const { now, request } = ctx
  await ctx.bookkeeping(async (tx) => {
    await noteFailure(tx, counter, now)
    await countFailedSignIn(tx, now)
    await countFailed(tx, { now, network: request.network, why: 'unknown name' })
  })
  return invalid
}

type Wrong = 'invalid credentials' | 'wrong second factor'

/** Counts a wrong attempt. */
async function fail(ctx: SignInCtx, { person, counter }: Trying, why: Wrong): Promise<SignInResult> {
  await ctx.transaction(async ({ tx, append }) => {
    const isLast = await noteFailure(tx, counter, ctx.now)
    await countFailedSignIn(tx, ctx.now)
    await append({
      event: 'session.signInFailed',
      subject: person.username,
      after: { why, address: ctx.request.address, ...(isLast ? { locked: true } : {}) },
    })
  })
  return why === 'wrong second factor' ? wrongFactor : invalid
}

/** Why a person with the right password may not sign in. */
function findObstacle(person: StaffRow): SignInResult | undefined {
  if (person.status === StaffStatus.disabled) return refused(SignInStatus.failed, 'This account is disabled.')
  if (person.status === StaffStatus.locked) return locked
  return undefined
}

/** Opens the session, unless the account changed since it was judged or a concurrent request used up the factor. */
async function succeed(ctx: SignInCtx, known: Known, useUp?: UseUp): Promise<SignInResult> {
  const { counter, restricted } = known
  const opened = await ctx.transaction(async ({ tx, append }) => {
    const person = await lockJudged(tx, known.person)
    if (person === undefined) return 'invalid credentials'
    if (useUp !== undefined && !(await useUp(tx))) return 'wrong second factor'
    await deleteCounter(tx, counter)
    if (ctx.session !== null) await endSession(tx, ctx.session.sessionId, ctx.now)
    const { sessionId, token, claims } = await openSession(tx, person, {
      restricted,
      now: ctx.now,
      request: ctx.request,
    })
    await append({
      event: 'session.signedIn',
      subject: person.username,
      after: { address: ctx.request.address },
      actor: { kind: 'staff', name: person.username, sessionId },
    })
    return { token, claims }
  })
  if (typeof opened === 'string') return fail(ctx, known, opened)
  ctx.setSessionToken(opened.token)
  ctx.rememberBrowser(known.person.staff_id)
  const status = restricted ? SignInStatus.passwordChangeRequired : SignInStatus.success
  return { status, desc: restricted ? 'Password change required.' : '', claims: opened.claims }
}
