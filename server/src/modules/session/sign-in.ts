import type { session } from '@agency-support/contract/modules/session'
import { type SignInResult, SignInStatus } from '@agency-support/contract/modules/session'
import type { Ctx, Handler } from '../../http/context.ts'
import { disabledStatus } from '../../http/find-session.ts'
import { verifyPassword } from '../../passwords/hash.ts'
import { signInNameHash } from '../../passwords/name-hash.ts'
import { forgetFailures, noteFailure, takeAttempt } from './attempts.ts'
import { unlessBusy } from './busy.ts'
import { openSession } from './open-session.ts'
import { endSession, findStaff, type StaffRow } from './store.ts'

type SignInCtx = Ctx<typeof session.signIn>

const lockedStatus = 2
const mustChangeStatus = 3
const factorOn = 0

/** A well-formed hash of nobody's password, so that unknown names take as long as known ones. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Qn6iJ5sZqTqXxjJtYQyqjcZ5m0ZXvM3zQ1n1Qm7Wq0A'

const refused = (status: number, desc: string): SignInResult => ({ status, desc, claims: null })
const invalid = refused(SignInStatus.invalidCredentials, 'Invalid Credentials')
const locked = refused(SignInStatus.lockedOut, 'This account is locked out.')

/** Sign-in. An unknown name and a wrong password differ neither in text nor in time. */
export const signIn: Handler<typeof session.signIn> = async ({ username, password }, ctx) => {
  const name = username.trim().toLowerCase()
  const nameHash = signInNameHash(name)
  const allowed = await ctx.bookkeeping((tx) => takeAttempt(tx, nameHash, ctx.now))
  if (!allowed) return failLocked(ctx)
  // PostgreSQL takes no NUL in a text, so a name with one is nobody's.
  const person = name.includes('\0') ? undefined : await findStaff(ctx.db, name)
  const right = await unlessBusy(() => verifyPassword(person?.password_hash ?? nobodysHash, password))
  if (person === undefined || person.password_hash === null || !right) return fail(ctx, nameHash, person)
  const obstacle = obstacleOf(person)
  return obstacle === undefined ? succeed(ctx, nameHash, person) : stop(ctx, person, obstacle)
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

async function fail(ctx: SignInCtx, nameHash: Buffer, person: StaffRow | undefined): Promise<SignInResult> {
  await ctx.transaction(async ({ tx, append }) => {
    await noteFailure(tx, nameHash, ctx.now)
    // An unknown name is not written down: people type passwords into the wrong field.
    const subject = person === undefined ? {} : { subject: person.username }
    await append({
      event: 'session.signInFailed',
      ...subject,
      after: { why: 'invalid credentials', address: ctx.request.address },
    })
  })
  return invalid
}

/** What stands in the way of a person whose password was right. */
function obstacleOf(person: StaffRow): SignInResult | undefined {
  if (person.status === disabledStatus) return refused(SignInStatus.failed, 'This account is disabled.')
  if (person.status === lockedStatus) return locked
  if (person.mfa === factorOn)
    return refused(SignInStatus.mfaRequired, 'Multi-factor authentication is required.')
  return undefined
}

function succeed(ctx: SignInCtx, nameHash: Buffer, person: StaffRow): Promise<SignInResult> {
  const restricted = person.status === mustChangeStatus
  return ctx.transaction(async ({ tx, append }) => {
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
