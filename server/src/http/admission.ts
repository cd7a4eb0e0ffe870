import { type AnyCall, asksRecent, getNeeds } from '@agency-support/contract/call'
import type { Judged } from '@agency-support/contract/entries'
import { Code, emptyEnvelope } from '@agency-support/contract/envelope'
import {
  missingPermission,
  P,
  permissionMessages,
  permissionName,
} from '@agency-support/contract/permissions'
import { isRecent, stepUpSentence } from '@agency-support/contract/rules/recent'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenDatabase } from '../db/open.ts'
import { assertFewGuesses, requireAgent, type ShownAccess, unknownKey } from '../calls/agent-access.ts'
import { type Caller, toActor } from '../auth/actor.ts'
import type { BrowserCookie, KnownBrowser } from '../auth/browser-cookie.ts'
import { getAddress, toNetwork } from './client-address.ts'
import type { AnyHandler, Services } from '../calls/context.ts'
import { readKey } from '../auth/find-agent.ts'
import { findSession, noteInput, type Session } from '../auth/find-session.ts'
import type { HeavyTurns } from '../calls/heavy.ts'
import { bodyBytes, parseInput } from './input.ts'
import { recordRefusal } from '../calls/record-refusal.ts'
import { HttpFailure, Refusal } from '../calls/refusal.ts'
import { isSameOrigin, otherSiteSentence } from '../auth/same-origin.ts'
import type { SessionCookie } from '../auth/session-cookie.ts'
import { isProofShown, isProven } from '../auth/webhook-proof.ts'
import type { Throttle } from '../calls/throttle.ts'
import type { AnswerRecorder } from './answer-recorder.ts'
import { type LoadShedder, ServerBusy } from './load-shedder.ts'
import type { InFlight } from './in-flight.ts'

/** A call with its name and the function behind it. */
export interface Route {
  name: string
  call: AnyCall
  handler: AnyHandler
}

export interface PipelineParts {
  services: Services
  db: OpenDatabase
  cookie: SessionCookie
  browserCookie: BrowserCookie
  throttle: Throttle
  inFlight: InFlight
  heavy: HeavyTurns
  load: LoadShedder
  recorder: AnswerRecorder
  /** Called after each commit that may have appended to the journal. */
  committed: () => void
}

const signInFirst = 'Please sign in.'
const passwordFirst = 'Please change your password first.'
const unproven = 'The proof of who sends this is missing or wrong.'

/**
 * Why a request is refused before its body is read: the server is overloaded, the request has neither session nor key
 * although every call of its path requires one, or its key is one of too many guesses. Undefined if it may continue.
 */
export function refuseUnread(
  parts: PipelineParts,
  calls: readonly AnyCall[],
  request: FastifyRequest,
): HttpFailure | undefined {
  return refuseStranger(parts, calls, request) ?? (parts.load.turnsAway(calls) ? new ServerBusy() : undefined)
}

function refuseStranger(
  parts: PipelineParts,
  calls: readonly AnyCall[],
  request: FastifyRequest,
): HttpFailure | undefined {
  const { services, cookie } = parts
  const { headers } = request
  if (calls.some(({ access }) => access === 'anyone')) return undefined
  if (calls.every(({ access }) => access === 'provider'))
    return calls.some((call) => call.at.form === 'hook' && isProofShown(call.at.proof, headers))
      ? undefined
      : new HttpFailure(401, unproven)
  if (calls.every(({ access }) => access === 'agent')) return refuseGuess(parts, request)
  if (cookie.read(headers.cookie) !== undefined) return undefined
  const changes = calls.every(({ kind }) => kind !== 'read')
  if (!isSameOrigin(headers, services.config.publicOrigin, { changes }))
    return new HttpFailure(400, otherSiteSentence)
  return new HttpFailure(401, signInFirst)
}

function toShown(request: FastifyRequest): ShownAccess {
  const { authorization } = request.headers
  return { authorization, getNetwork: () => toNetwork(getAddress(request)) }
}

/** Refuses a key of an agency's software after too many wrong guesses, without looking the key up. */
function refuseGuess(
  { services, recorder }: PipelineParts,
  request: FastifyRequest,
): HttpFailure | undefined {
  const { authorization } = request.headers
  if (authorization === undefined) return unknownKey()
  try {
    assertFewGuesses(services.keyGuesses, toShown(request), services.clock.now())
    return undefined
  } catch (error) {
    recorder.noteClaim(request, readKey(authorization)?.agencyId)
    if (error instanceof HttpFailure) return error
    throw error
  }
}

/** Like `refuseUnread`, for long reports: looks the key up before the body is read. */
export async function refuseUnknownAgent(
  parts: PipelineParts,
  request: FastifyRequest,
): Promise<HttpFailure | undefined> {
  try {
    await requireAgency(parts, request, parts.services.clock.now())
    return undefined
  } catch (error) {
    if (error instanceof HttpFailure) return error
    throw error
  }
}

/** The agency that owns the key; a refused request is logged with the agency it claims to be. Throws 401 and 429. */
async function requireAgency(
  { db, services, recorder }: PipelineParts,
  request: FastifyRequest,
  now: Date,
): Promise<number> {
  try {
    const { keyUses, keyGuesses } = services
    return await requireAgent({ db, keyUses, keyGuesses }, toShown(request), now)
  } catch (error) {
    if (error instanceof HttpFailure)
      recorder.noteClaim(request, readKey(request.headers.authorization)?.agencyId)
    throw error
  }
}

/** A request that passed every check. */
export interface Admitted {
  route: Route
  caller: Caller
  input: unknown
  judged: readonly Judged[]
  now: Date
  browser: KnownBrowser | undefined
}

/** Runs the checks of the pipeline in order (D-08). Throws the first refusal. */
export async function admit(
  parts: PipelineParts,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const now = parts.services.clock.now()
  assertSameOrigin(route?.call, request, parts.services)
  // Set even if the sign-out fails, so that this browser does not stay signed in.
  if (route?.call.signsOut === true) reply.header('set-cookie', parts.cookie.render(null))
  const session = await readSession(parts, route?.call, request, now)
  // Noted before any refusal, so that the log names the refused caller.
  parts.recorder.noteCaller(request, { session, agencyId: null })
  if (route === undefined)
    throw session === null ? new HttpFailure(401, signInFirst) : new HttpFailure(400, 'Unknown command')
  assertProven(parts, route.call, request, now)
  const agencyId = await readAgency(parts, route.call, request, now)
  const caller = { session, agencyId }
  parts.recorder.noteCaller(request, caller)
  const isSignIn = route.call.rate === 'signin'
  const browser = isSignIn ? parts.browserCookie.read(request.headers.cookie, now) : undefined
  // Counted before any check can refuse, because a refused permission is written to the journal.
  await parts.throttle.count(route.call.rate, caller, isSignIn ? getPlace(request, browser) : '', now)
  const incoming = { route, session, request, now }
  await assertAccess(parts, incoming)
  const { input, judged } = parseInput(route.call, request)
  await assertNeeds(parts, incoming, input)
  assertRecent(route.call, input, session, now)
  return { route, caller, input, judged, now, browser }
}

/** The key by which sign-ins are counted together: the known browser, otherwise the network. */
function getPlace(request: FastifyRequest, browser: KnownBrowser | undefined): string {
  return browser === undefined ? toNetwork(getAddress(request)) : `browser ${browser.browserId}`
}

/** Public reads need no session, and the agencies' software and providers send their own proof. */
function usesCookie(call: AnyCall | undefined): boolean {
  return (
    call?.access !== 'agent' &&
    call?.access !== 'provider' &&
    !(call?.access === 'anyone' && call.kind === 'read')
  )
}

/** Throws 400 for a request from another site, for every call that uses the session cookie, sign-in included. */
function assertSameOrigin(call: AnyCall | undefined, request: FastifyRequest, { config }: Services): void {
  if (!usesCookie(call)) return
  const changes = call === undefined || call.kind !== 'read'
  if (!isSameOrigin(request.headers, config.publicOrigin, { changes }))
    throw new HttpFailure(400, otherSiteSentence)
}

async function readSession(
  { db, cookie, services }: PipelineParts,
  call: AnyCall | undefined,
  request: FastifyRequest,
  now: Date,
): Promise<Session | null> {
  if (!usesCookie(call)) return null
  const token = cookie.read(request.headers.cookie)
  const { unsaved } = services
  const session = token === undefined ? null : await findSession(db, unsaved, token, now)
  if (session !== null)
    await noteInput(db, unsaved, session, {
      idleSeconds: request.headers['x-idle-seconds']?.toString(),
      now,
    })
  return session
}

/** A request for a call, and who makes it; null for agencies' software, providers and strangers. */
interface Incoming {
  route: Route
  session: Session | null
  request: FastifyRequest
  now: Date
}

async function assertAccess(parts: PipelineParts, incoming: Incoming): Promise<void> {
  const { session, route } = incoming
  const { access } = route.call
  if (access === 'anyone' || access === 'agent' || access === 'provider') return
  if (session === null) throw new HttpFailure(401, signInFirst)
  if (access === 'restricted') return
  if (session.restricted) throw new HttpFailure(403, passwordFirst)
  if (access === 'session' || session.permissions.includes(P.CanAccess)) return
  await recordMissing(parts, { ...incoming, session, missing: P.CanAccess })
  throw new HttpFailure(403, permissionMessages.access)
}

/** The agency whose software sent the key; null for a call made by people. Throws 401 for a bad key, and 429. */
async function readAgency(
  parts: PipelineParts,
  call: AnyCall,
  request: FastifyRequest,
  now: Date,
): Promise<number | null> {
  return call.access === 'agent' ? requireAgency(parts, request, now) : null
}

/** Verifies that a webhook comes from its provider. Throws 401. */
function assertProven(
  { services }: PipelineParts,
  { at }: AnyCall,
  request: FastifyRequest,
  now: Date,
): void {
  if (at.form !== 'hook') return
  const proof = { headers: request.headers, bytes: bodyBytes(request), now }
  if (!isProven(services.config.webhooks, at.proof, proof)) throw new HttpFailure(401, unproven)
}

/** Throws code 428 unless the person authenticated recently; the console then asks them and repeats the call (D-14). */
function assertRecent(call: AnyCall, input: unknown, session: Session | null, now: Date): void {
  if (session === null || !asksRecent(call, input) || isRecent(session.authenticatedAt, now)) return
  throw new Refusal(emptyEnvelope(Code.stepUp, stepUpSentence))
}

async function assertNeeds(parts: PipelineParts, incoming: Incoming, input: unknown): Promise<void> {
  const { session, route } = incoming
  if (session === null) return
  const missing = missingPermission(session.permissions, getNeeds(route.call, input))
  if (missing === undefined) return
  await recordMissing(parts, { ...incoming, session, missing })
  throw new HttpFailure(403, permissionMessages.feature)
}

function recordMissing(
  parts: PipelineParts,
  { route, session, request, now, missing }: Incoming & { session: Session; missing: number },
): Promise<void> {
  return recordRefusal(parts, {
    staffId: session.staffId,
    route: route.name,
    missing: permissionName(missing) ?? String(missing),
    auditContext: { at: now, actor: toActor({ session, agencyId: null }), requestId: request.id },
  })
}
