import type { In } from '@agency-support/contract/call'
import type { session } from '@agency-support/contract/modules/session'
import { type SignInResult, SignInStatus } from '@agency-support/contract/modules/session'
import { mfaOn, StaffStatus } from '@agency-support/contract/modules/staff'
import type { Ctx, Handler } from '../../http/context.ts'
import { verifyPassword } from '../../passwords/hash.ts'
import { signInNameHash } from '../../passwords/name-hash.ts'
import { whyNotPassword } from '../../passwords/policy.ts'
import { checkCode, checkPasskey, passkeyOptions, type UseUp } from '../second-factor/public.ts'
import { forgetFailures, giveBackAttempt, noteFailure, takeAttempt } from './attempts.ts'
import { openSession } from './open-session.ts'
import { unlessBusy } from './public.ts'
import { endSession, findStaff, type StaffRow } from './store.ts'

type SignInCtx = Ctx<typeof session.signIn>
type SignInInput = In<typeof session.signIn>

/** A well-formed hash of nobody's password, so that unknown names take as long as known ones. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Qn6iJ5sZqTqXxjJtYQyqjcZ5m0ZXvM3zQ1n1Qm7Wq0A'

const refused = (status: number, desc: string): SignInResult => ({ status, desc, claims: null })
const invalid = refused(SignInStatus.invalidCredentials, 'Invalid Credentials')
const locked = refused(SignInStatus.lockedOut, 'This account is locked out.')
const factorAsked = refused(SignInStatus.mfaRequired, 'Multi-factor authentication is required.')
const wrongFactor = refused(SignInStatus.failed, 'That code or passkey is not right. Please try again.')

/** Sign-in. An unknown name and a wrong password differ neither in text nor in time. */
export const signIn: Handler<typeof session.signIn> = async (input, ctx) => {
  const name = input.username.trim().toLowerCase()
  const nameHash = signInNameHash(name)
  const allowed = await ctx.bookkeeping((tx) => takeAttempt(tx, nameHash, ctx.now))
  if (!allowed) return failLocked(ctx)
  // PostgreSQL takes no NUL in a text, so a name with one is nobody's.
  const person = name.includes('\0') ? undefined : await findStaff(ctx.db, name)
  const right = await unlessBusy(() => verifyPassword(person?.password_hash ?? nobodysHash, input.password))
  if (person === undefined || person.password_hash === null || !right)
    return fail(ctx, nameHash, { person, answer: invalid })
  const obstacle = obstacleOf(person)
  if (obstacle !== undefined) return stop(ctx, person, obstacle)
  const known = { person, nameHash, restricted: mustChangePassword(person, input.password) }
  if (person.mfa !== mfaOn) return (await succeed(ctx, known)) ?? invalid
  const given = input.mfaCode !== undefined || input.passkey !== undefined
  return given ? checkFactor(ctx, known, input) : askFactor(ctx, known)
}

/** A person whose password was right. */
interface Known {
  person: StaffRow
  nameHash: Buffer
  restricted: boolean
}

/** Told to change it, or chosen short under a second factor that is gone since. */
function mustChangePassword(person: StaffRow, password: string): boolean {
  if (person.status === StaffStatus.passwordChangeRequired) return true
  const { username } = person
  return whyNotPassword(password, { username, secondFactor: person.mfa === mfaOn }) === 'tooShort'
}

/** Asks for the second factor; that is no wrong attempt, and gives none back that was. */
async function askFactor(ctx: SignInCtx, { person, nameHash }: Known): Promise<SignInResult> {
  const passkey = await ctx.bookkeeping(async (tx) => {
    await giveBackAttempt(tx, nameHash)
    const { now } = ctx
    return passkeyOptions(tx, person.staff_id, { purpose: 'signIn', config: ctx.services.config, now })
  })
  await stop(ctx, person, factorAsked)
  return passkey === null ? factorAsked : { ...factorAsked, passkey }
}

async function checkFactor(ctx: SignInCtx, known: Known, input: SignInInput): Promise<SignInResult> {
  const { person, nameHash } = known
  const useUp = await factorOf(ctx, person.staff_id, input)
  const signedIn = useUp && (await succeed(ctx, known, useUp))
  return signedIn ?? fail(ctx, nameHash, { person, answer: wrongFactor })
}

function factorOf(ctx: SignInCtx, staffId: number, input: SignInInput): Promise<UseUp | undefined> {
  const { db, bookkeeping, now } = ctx
  const check = { db, bookkeeping, config: ctx.services.config, now }
  if (input.passkey === undefined) return checkCode(check, staffId, input.mfaCode ?? '')
  return checkPasskey(check, staffId, { answer: input.passkey, purpose: 'signIn' })
}

/** The password was right, but the person may not come in, or not yet. */
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

async function failLocked(ctx: SignInCtx): Promise<SignInResult> {
  await ctx.transaction(({ append }) =>
    append({ event: 'session.signInFailed', after: { why: 'locked out', address: ctx.request.address } }),
  )
  return locked
}

/** Something was wrong: counts as a wrong attempt. */
async function fail(
  ctx: SignInCtx,
  nameHash: Buffer,
  { person, answer }: { person: StaffRow | undefined; answer: SignInResult },
): Promise<SignInResult> {
  await ctx.transaction(async ({ tx, append }) => {
    await noteFailure(tx, nameHash, ctx.now)
    // An unknown name is not written down: people type passwords into the wrong field.
    const subject = person === undefined ? {} : { subject: person.username }
    const why = answer === wrongFactor ? 'wrong second factor' : 'invalid credentials'
    await append({
      event: 'session.signInFailed',
      ...subject,
      after: { why, address: ctx.request.address },
    })
  })
  return answer
}

/** What stands in the way of a person whose password was right. */
function obstacleOf(person: StaffRow): SignInResult | undefined {
  if (person.status === StaffStatus.disabled) return refused(SignInStatus.failed, 'This account is disabled.')
  if (person.status === StaffStatus.locked) return locked
  return undefined
}

/** Opens the session; undefined when the second factor was used up by somebody quicker. */
function succeed(ctx: SignInCtx, known: Known, useUp?: UseUp): Promise<SignInResult | undefined> {
  const { person, nameHash, restricted } = known
  return ctx.transaction(async ({ tx, append }) => {
    if (useUp !== undefined && !(await useUp(tx))) return undefined
    await forgetFailures(tx, nameHash)
    if (ctx.session !== null) await endSession(tx, ctx.session.sessionId, ctx.now)
    const opened = await openSession(tx, person, { restricted, now: ctx.now, request: ctx.request })
    await append({
      event: 'session.signedIn',
      subject: person.username,
      after: { address: ctx.request.address },
      actor: { kind: 'staff', name: person.username, sessionId: opened.sessionId },
    })
    ctx.setSessionToken(opened.token)
    const status = restricted ? SignInStatus.passwordChangeRequired : SignInStatus.success
    return { status, desc: restricted ? 'Password change required.' : '', claims: opened.claims }
  })
}
