import type { AnyCall } from '@agency-support/contract/call'
import { asksRecent, needsOf } from '@agency-support/contract/call'
import { Code, emptyEnvelope } from '@agency-support/contract/envelope'
import {
  missingPermission,
  P,
  permissionMessages,
  permissionName,
} from '@agency-support/contract/permissions'
import { isRecent, stepUpSentence } from '@agency-support/contract/rules/recent'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { OpenDatabase } from '../db/open.ts'
import type { AuditContext } from '../journal/append.ts'
import type { KeyRing } from '../key-ring.ts'
import { actorOf, type Caller } from './actor.ts'
import { checkAnswer, type Prepared, prepare, send } from './answer.ts'
import type { AnyHandler, RequestFacts, Services } from './context.ts'
import { failureAnswer, isUnavailable, noteBroken } from './errors.ts'
import { findAgent } from './find-agent.ts'
import { findSession, noteInput, type Session, tokenHash } from './find-session.ts'
import { jsonType } from './headers.ts'
import type { HeavyTurns } from './heavy.ts'
import { type WriteKey, writeKeyOf } from './idempotency.ts'
import { bodyObject, type JsonBody, parseInput } from './input.ts'
import { recordRefusal } from './record-refusal.ts'
import { HttpFailure, Refusal, refusalOf } from './refusal.ts'
import { isSameOrigin, otherSiteSentence } from './same-origin.ts'
import type { BrowserCookie, KnownBrowser } from './browser-cookie.ts'
import { getAddress, toNetwork } from './client-address.ts'
import type { SessionCookie } from './session-cookie.ts'
import { runCall } from './run-call.ts'
import type { Throttle } from './throttle.ts'
import type { UnderWay } from './under-way.ts'

/** A call with its name and the function behind it. */
export interface Route {
  name: string
  call: AnyCall
  handler: AnyHandler
}

/** What a path leads to: one call, or several told apart by the body's command. */
export type Target = { only: Route } | { byCommand: ReadonlyMap<string, Route>; field: 'command' | 'Command' }

export interface PipelineParts {
  services: Services
  db: OpenDatabase
  cookie: SessionCookie
  browserCookie: BrowserCookie
  throttle: Throttle
  underWay: UnderWay
  heavy: HeavyTurns
  /** Called after each commit that may have appended to the journal. */
  committed: () => void
}

const signInFirst = 'Please sign in.'
const passwordFirst = 'Please change your password first.'
const keyFirst = 'Unknown agency key.'

/**
 * Why a request is refused before its body is read: it shows neither session nor key, where each call of its path asks
 * for one. Undefined for one that goes on.
 */
export function refuseUnread(
  { services, cookie }: PipelineParts,
  calls: readonly AnyCall[],
  { headers }: FastifyRequest,
): HttpFailure | undefined {
  if (calls.some(({ access }) => access === 'anyone')) return undefined
  if (calls.every(({ access }) => access === 'agent'))
    return headers.authorization === undefined ? unknownKey() : undefined
  if (cookie.read(headers.cookie) !== undefined) return undefined
  const changes = calls.every(({ kind }) => kind !== 'read')
  if (!isSameOrigin(headers, services.config.publicOrigin, { changes }))
    return new HttpFailure(400, otherSiteSentence)
  return new HttpFailure(401, signInFirst)
}

function unknownKey(): HttpFailure {
  return new HttpFailure(401, keyFirst, { headers: { 'www-authenticate': 'Bearer' } })
}

/** The one way through: from a parsed HTTP request to its answer. The order of the steps is D-08's. */
export async function handleRequest(
  parts: PipelineParts,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { log, unsaved } = parts.services
  const ended = parts.underWay.begin()
  let route: Route | undefined
  let prepared: Prepared
  try {
    route = routeOf(target, request)
    if (route !== undefined) assertSize(route.call, request)
    prepared = await carryOut(parts, route, request, reply)
  } catch (error) {
    // A read that tries to write says nothing about the database.
    if (route?.call.kind !== 'read') unsaved.isRefused(error)
    prepared =
      route?.call.signsOut === true && isUnavailable(error)
        ? signOutLater(parts, route.call, request)
        : failureAnswer(error, { call: route?.call, request, reply, log })
  }
  if (prepared.kind === 'stream') {
    noteBroken(prepared, { request, log })
    prepared.body.once('close', ended)
  } else ended()
  return send(reply, prepared)
}

/** Ends the session for this process; it is carried out as soon as the database takes changes. */
function signOutLater({ services, cookie }: PipelineParts, call: AnyCall, request: FastifyRequest): Prepared {
  const token = cookie.read(request.headers.cookie)
  if (token !== undefined) {
    const at = services.clock.now()
    services.unsaved.keepSignOut({ tokenHash: tokenHash(token), at, requestId: request.id })
    services.log.warn('signOut.later', { requestId: request.id })
  }
  return prepare(call, null, '')
}

function routeOf(target: Target, request: FastifyRequest): Route | undefined {
  if ('only' in target) return target.only
  const command = bodyObject(request)[target.field]
  return typeof command === 'string' ? target.byCommand.get(command) : undefined
}

/** Calls of one path may differ in how much they take. */
function assertSize({ at, maxBody }: AnyCall, { body }: FastifyRequest): void {
  if (at.form === 'upload' || body === undefined) return
  if ((body as JsonBody).bytes.length > maxBody) throw new HttpFailure(413, 'The request is too large.')
}

async function carryOut(
  parts: PipelineParts,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Prepared> {
  const admitted = await admit(parts, route, request, reply)
  await awaitTurn(parts, admitted, reply)
  return answerOf(parts, admitted, request, reply)
}

/** A request that passed every check. */
interface Admitted {
  route: Route
  caller: Caller
  input: unknown
  now: Date
  browser: KnownBrowser | undefined
}

async function admit(
  parts: PipelineParts,
  route: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admitted> {
  const now = parts.services.clock.now()
  assertSameOrigin(route?.call, request, parts.services)
  // Whatever comes of it: who signs out must not stay signed in in this browser.
  if (route?.call.signsOut === true) reply.header('set-cookie', parts.cookie.render(null))
  const session = await sessionOf(parts, route?.call, request, now)
  if (route === undefined)
    throw session === null ? new HttpFailure(401, signInFirst) : new HttpFailure(400, 'Unknown command')
  const agencyId = await agencyOf(parts, route.call, request, now)
  const caller = { session, agencyId }
  const isSignIn = route.call.rate === 'signin'
  const browser = isSignIn ? parts.browserCookie.read(request.headers.cookie, now) : undefined
  // Before anything is refused: each refused right is a row of the journal.
  await parts.throttle.count(route.call.rate, caller, isSignIn ? getPlace(request, browser) : '', now)
  await assertAccess(parts, route, session, request, now)
  const input = parseInput(route.call, request)
  await assertNeeds(parts, route, session, input, request, now)
  assertRecent(route.call, input, session, now)
  return { route, caller, input, now, browser }
}

/** Whose sign-ins are counted together: those of a known browser, else those of its network. */
function getPlace(request: FastifyRequest, browser: KnownBrowser | undefined): string {
  return browser === undefined ? toNetwork(getAddress(request)) : `browser ${browser.browserId}`
}

/** A heavy answer is under way until its last byte has left, or nobody takes it any more. */
async function awaitTurn(
  { heavy }: PipelineParts,
  { route, caller: { session } }: Admitted,
  { raw }: FastifyReply,
): Promise<void> {
  if (!route.call.heavy || session === null) return
  whenGone(raw, await heavy.take(route.name, session.staffId))
}

/** Somebody may have hung up before anybody listened. */
function whenGone(raw: FastifyReply['raw'], tell: () => void): void {
  if (raw.destroyed) tell()
  else raw.once('close', tell)
}

async function answerOf(
  { services, db, cookie, browserCookie, committed }: PipelineParts,
  { route, caller, input, now, browser }: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Prepared> {
  const { call, name, handler } = route
  let message = ''
  const common = {
    services,
    now,
    ...caller,
    request: factsOf(request, reply, browser),
    refuse: (reason: string, data?: object) => refusalOf(call, reason, data),
    say: (text: string) => {
      message = text
    },
    setSessionToken: (token: string) => void reply.header('set-cookie', cookie.render(token)),
    rememberBrowser: (staffId: number) =>
      void reply.header('set-cookie', browserCookie.render(browser, staffId, now)),
  }
  const render = (returned: unknown): string => {
    const prepared = prepare(call, returned, message)
    return prepared.kind === 'text' ? prepared.body.toString() : ''
  }
  let appended = false
  const result = await runCall({
    call,
    handler,
    input,
    common,
    auditContext: { at: now, actor: actorOf(caller), requestId: request.id },
    db,
    key: keyOf(route, caller, request, services.config.secretKeys),
    now,
    check: (returned) => checkAnswer(call, name, returned, services),
    render,
    appended: () => {
      appended = true
    },
  })
  if (appended) committed()
  if ('replayed' in result) return { kind: 'text', status: 200, type: jsonType, body: result.replayed }
  return prepare(call, result.returned, message)
}

function factsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  browser: KnownBrowser | undefined,
): RequestFacts {
  return {
    id: request.id,
    whenGone: (tell) => whenGone(reply.raw, tell),
    // Few calls want to know, and reading an address takes its time.
    get address() {
      return getAddress(request)
    },
    get network() {
      return toNetwork(getAddress(request))
    },
    getBrowserId: (staffId) => (browser?.signedInAt.has(staffId) === true ? browser.browserId : undefined),
    userAgent: request.headers['user-agent'] ?? '',
    lastEventId: request.headers['last-event-id']?.toString(),
    range: request.headers.range,
    ifRange: request.headers['if-range']?.toString(),
    upload: request.body instanceof Readable ? request.body : undefined,
  }
}

/** The key under which a write is done only once; people and agencies count apart, by the sign of their number. */
function keyOf(
  { call, name }: Route,
  { session, agencyId }: Caller,
  request: FastifyRequest,
  secretKeys: KeyRing,
): WriteKey | undefined {
  const owner = session?.staffId ?? (agencyId === null ? undefined : -agencyId)
  if (call.kind !== 'write' || owner === undefined) return undefined
  const body = requestBytes(call, request)
  return writeKeyOf(request.headers['idempotency-key'], { owner, call: name, body, secretKeys })
}

/** What tells two requests under one Idempotency-Key apart: the body, or the address where the input sits there. */
function requestBytes(call: AnyCall, request: FastifyRequest): Buffer {
  if (call.at.form === 'query' || call.at.form === 'upload') return Buffer.from(request.url)
  return (request.body as JsonBody | undefined)?.bytes ?? Buffer.alloc(0)
}

/** A public read has nothing to protect, and the agencies' software shows its key instead. */
function usesCookie(call: AnyCall | undefined): boolean {
  return call?.access !== 'agent' && !(call?.access === 'anyone' && call.kind === 'read')
}

/** Checked for every call that authenticates by cookie, sign-in included. */
function assertSameOrigin(call: AnyCall | undefined, request: FastifyRequest, { config }: Services): void {
  if (!usesCookie(call)) return
  const changes = call === undefined || call.kind !== 'read'
  if (!isSameOrigin(request.headers, config.publicOrigin, { changes }))
    throw new HttpFailure(400, otherSiteSentence)
}

async function sessionOf(
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
    await noteInput(db, unsaved, session, request.headers['x-idle-seconds']?.toString(), now)
  return session
}

async function assertAccess(
  parts: PipelineParts,
  route: Route,
  session: Session | null,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const { access } = route.call
  if (access === 'anyone' || access === 'agent') return
  if (session === null) throw new HttpFailure(401, signInFirst)
  if (access === 'restricted') return
  if (session.restricted) throw new HttpFailure(403, passwordFirst)
  if (access === 'session' || session.permissions.includes(P.CanAccess)) return
  await recordRefusal(parts, {
    route: route.name,
    missing: 'CanAccess',
    auditContext: circumstancesOf(session, request.id, now),
  })
  throw new HttpFailure(403, permissionMessages.access)
}

/** The agency whose software makes the call, by its key; null for a call of people. Throws 401 without one. */
async function agencyOf(
  { db }: PipelineParts,
  call: AnyCall,
  { headers }: FastifyRequest,
  now: Date,
): Promise<number | null> {
  if (call.access !== 'agent') return null
  const agencyId = await findAgent(db, headers.authorization, now)
  if (agencyId !== null) return agencyId
  throw unknownKey()
}

/** Code 428 opens the step-up in the console, which then makes the call again (D-14). */
function assertRecent(call: AnyCall, input: unknown, session: Session | null, now: Date): void {
  if (session === null || !asksRecent(call, input) || isRecent(session.authenticatedAt, now)) return
  throw new Refusal(emptyEnvelope(Code.stepUp, stepUpSentence))
}

async function assertNeeds(
  parts: PipelineParts,
  route: Route,
  session: Session | null,
  input: unknown,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  if (session === null) return
  const missing = missingPermission(session.permissions, needsOf(route.call, input))
  if (missing === undefined) return
  await recordRefusal(parts, {
    route: route.name,
    missing: permissionName(missing) ?? String(missing),
    auditContext: circumstancesOf(session, request.id, now),
  })
  throw new HttpFailure(403, permissionMessages.feature)
}

function circumstancesOf(session: Session, requestId: string, at: Date): AuditContext {
  return { at, actor: { kind: 'staff', name: session.username, sessionId: session.sessionId }, requestId }
}
