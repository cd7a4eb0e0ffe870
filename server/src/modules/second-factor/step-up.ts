import type { Proof, ProofAsked, secondFactor, Way } from '@agency-support/contract/modules/second-factor'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Bookkeeping, Handler, RequestFacts, Services } from '../../calls/context.ts'
import type { Session } from '../../auth/find-session.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import type { NewEntry } from '../../journal/append.ts'
import {
  asOwnAttempt,
  forgetOwnAttempts,
  judgeOwnPassword,
  noteNoneLeft,
  noteWrongAttempt,
  renewToken,
  type UseUp,
} from '../session/public.ts'
import { checkCode, checkPasskey } from './service.ts'
import { countRecoveryCodes, findFactors, listPasskeys } from './store.ts'
import { isTotpForm } from './totp.ts'

/** The refusal for each kind of wrong proof. */
const wrongReasons = {
  password: 'wrongPassword',
  code: 'wrongCode',
  recoveryCode: 'wrongRecoveryCode',
  passkey: 'wrongPasskey',
} as const satisfies Record<Way, string>

type ProofEvent = 'session.confirmed' | 'session.confirmFailed'

/** The transaction in which a proof is used up. */
interface Own {
  tx: Tx
  append(entry: NewEntry<ProofEvent>): Promise<void>
}

/** What checking a proof needs from a call's context. */
interface Proving<O extends Own> {
  db: ReadDb
  now: Date
  session: Session
  services: Services
  request: RequestFacts
  bookkeeping: Bookkeeping
  transaction<T>(work: (own: O) => Promise<T>): Promise<T>
  setSessionToken(token: string): void
  refuse(reason: 'proof' | 'locked' | (typeof wrongReasons)[Way], asked: ProofAsked): Error
}

/** Confirms the person's identity with one of their own factors. */
export const stepUp: Handler<typeof secondFactor.stepUp> = async (input, ctx) => {
  if (input.password === undefined && input.code === undefined && input.passkey === undefined)
    throw ctx.refuse('nothingGiven')
  const by = await listWays(ctx.db, ctx.session.staffId)
  await prove(ctx, { proof: input, asked: { by } }, () => Promise.resolve())
  return null
}

/** How a person can confirm their identity: by second factors if they have any, otherwise by password. */
export async function listWays(db: ReadDb | Tx, staffId: number): Promise<Way[]> {
  const [{ totp_secret: secret }, passkeys, recoveryCodes] = await Promise.all([
    findFactors(db, staffId),
    listPasskeys(db, staffId),
    countRecoveryCodes(db, staffId),
  ])
  if (secret === null && passkeys.length === 0) return ['password']
  const typed: Way[] = secret !== null ? ['code'] : recoveryCodes > 0 ? ['recoveryCode'] : []
  return passkeys.length > 0 ? [...typed, 'passkey'] : typed
}

/**
 * Runs work in the transaction that uses up a proof of identity. Wrong attempts are counted separately from those at
 * sign-in, which anybody can cause. A right one gives the session a new token and makes it freshly authenticated.
 * Throws the refusal that asks for a proof if none is accepted.
 */
export async function prove<O extends Own, T>(
  ctx: Proving<O>,
  { proof, asked }: { proof: Proof | undefined; asked: ProofAsked },
  work: (own: O) => Promise<T>,
): Promise<T> {
  const way = asked.by.find((one) => givenFor(one, proof) !== undefined)
  if (proof === undefined || way === undefined) throw ctx.refuse('proof', asked)
  const useUp = await checkProof(ctx, proof, { way, passkeyId: asked.passkeyId })
  if (useUp === 'none left') {
    await ctx.bookkeeping((tx) => noteNoneLeft(tx, { network: ctx.request.network, now: ctx.now }))
    throw ctx.refuse('locked', asked)
  }
  const done = useUp && (await confirm(ctx, useUp, work))
  if (done === undefined) {
    await noteWrong(ctx)
    throw ctx.refuse(wrongReasons[way], asked)
  }
  ctx.setSessionToken(done.token)
  return done.result
}

function givenFor(way: Way, proof: Proof | undefined): unknown {
  if (way === 'password') return proof?.password
  return way === 'passkey' ? proof?.passkey : proof?.code
}

/** How to use up the given proof; undefined if it is wrong, `none left` if there are no attempts left. */
async function checkProof(
  ctx: Proving<Own>,
  { password = '', code = '', passkey = {} }: Proof,
  { way, passkeyId }: { way: Way; passkeyId: number | undefined },
): Promise<UseUp | undefined | 'none left'> {
  const { db, bookkeeping, now, session } = ctx
  const { staffId } = session
  const check = { db, bookkeeping, config: ctx.services.config, now }
  if (way === 'password') {
    const still = await judgeOwnPassword(ctx, session, password)
    if (typeof still !== 'function') return still
    // If a factor was set up meanwhile, the password alone is no longer enough.
    return async (tx) => (await still(tx)) && (await listWays(tx, staffId)).includes('password')
  }
  return asOwnAttempt(ctx, session.username, async () => {
    if (way === 'passkey')
      return checkPasskey(check, staffId, { answer: passkey, purpose: 'stepUp', only: passkeyId })
    if (way === 'recoveryCode' && isTotpForm(code.replace(/\s/g, ''))) return undefined
    return checkCode(check, staffId, code)
  })
}

/** Undefined if a concurrent request used up the proof first. */
async function confirm<O extends Own, T>(
  ctx: Proving<O>,
  useUp: UseUp,
  work: (own: O) => Promise<T>,
): Promise<{ token: string; result: T } | undefined> {
  const { username, sessionId } = ctx.session
  return ctx.transaction(async (own) => {
    const { tx } = own
    if (!(await useUp(tx))) return undefined
    const token = await renewToken(tx, sessionId, ctx.now)
    if (token === undefined) throw new HttpFailure(401, 'Please sign in.')
    await forgetOwnAttempts(tx, username)
    await own.append({ event: 'session.confirmed', subject: username })
    return { token, result: await work(own) }
  })
}

function noteWrong(ctx: Proving<Own>): Promise<void> {
  const { username } = ctx.session
  return ctx.transaction(async ({ tx, append }: Own) => {
    const isLast = await noteWrongAttempt(tx, username, ctx.now)
    await append({
      event: 'session.confirmFailed',
      subject: username,
      after: { why: 'wrong', address: ctx.request.address, ...(isLast ? { locked: true } : {}) },
    })
  })
}
