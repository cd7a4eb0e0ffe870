import { type AnyCall, takesIdempotencyKey } from '@agency-support/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '../settings/key-ring.ts'
import { toActor, type Caller } from '../auth/actor.ts'
import { admit, type Admitted, type PipelineParts, type Route } from './admission.ts'
import { checkAnswer, type Prepared, prepare, send } from '../calls/answer.ts'
import { leaveUncompressed } from './compression.ts'
import { failureAnswer, isUnavailable, noteBroken } from './errors.ts'
import { tokenHash } from '../auth/find-session.ts'
import { type WriteKey, readWriteKey } from '../calls/idempotency.ts'
import { bodyBytes, bodyObject } from './input.ts'
import { forward } from '../calls/forward.ts'
import { HttpFailure, Refusal, toRefusal } from '../calls/refusal.ts'
import { SentFile } from './multipart.ts'
import { type Outcome, toOutcome } from './metrics.ts'
import { Facts, whenGone } from './request-facts.ts'
import { inSpan, type Note } from '../lib/tracing.ts'
import { runCall } from '../calls/run-call.ts'

/** The call of a path, or several calls distinguished by the body's command. */
export type Target = { only: Route } | { byCommand: ReadonlyMap<string, Route>; field: 'command' | 'Command' }

/** The only way from a parsed HTTP request to its answer. D-08 defines the order of the steps. */
export function handleRequest(
  parts: PipelineParts,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const facts = { 'agency_support.request_id': request.id, 'http.request.method': request.method }
  return inSpan('request', { kind: 'server', facts }, (note) =>
    answer({ parts, target, note }, request, reply),
  )
}

async function answer(
  { parts, target, note }: { parts: PipelineParts; target: Target; note: Note },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { inFlight, recorder, services } = parts
  recorder.noteBegun(request)
  const ended = inFlight.begin()
  const { route, prepared, outcome } = await attempt(parts, target, request, reply)
  const status = { 'http.response.status_code': getStatus(prepared), 'agency_support.outcome': outcome }
  note({ ...status, 'agency_support.call': route?.name }, route?.name)
  if (route !== undefined && prepared.kind === 'takeOver') recorder.noteHeld(request, route.name)
  else recorder.note(request, route?.name, outcome)
  if (prepared.kind === 'stream') {
    noteBroken(prepared, { request, log: services.log })
    prepared.body.once('close', ended)
  } else ended()
  const sent = send(reply, prepared)
  // The caller hung up while the call was under way.
  if (reply.raw.destroyed) recorder.end(request, reply)
  return sent
}

/** How far a request has come. */
interface Progress {
  /** Its change outside the database may have been made. */
  isOutside: boolean
}

/** What became of a request; without a route its body names no call of its address. */
interface Attempt {
  route: Route | undefined
  prepared: Prepared
  outcome: Outcome
}

/** Carries out a request, or says why it was not; never throws. */
async function attempt(
  parts: PipelineParts,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Attempt> {
  let route: Route | undefined
  const progress = { isOutside: false }
  try {
    route = findRoute(target, request)
    const prepared = await carryOut(parts, { route, progress }, request, reply)
    return { route, prepared, outcome: 'ok' }
  } catch (error) {
    const prepared = afterFailure(parts, { error, call: route?.call, ...progress }, request, reply)
    const outcome = error instanceof Refusal ? 'refused' : toOutcome(getStatus(prepared))
    return { route, prepared, outcome }
  }
}

function afterFailure(
  parts: PipelineParts,
  { error, call, isOutside }: { error: unknown; call: AnyCall | undefined } & Progress,
  request: FastifyRequest,
  reply: FastifyReply,
): Prepared {
  const { log, unsaved } = parts.services
  // A read that tries to write is a bug, not a sign that the database is read-only.
  if (call?.kind !== 'read') unsaved.isRefused(error)
  return call?.signsOut === true && isUnavailable(error)
    ? signOutLater(parts, call, request)
    : failureAnswer(error, { call, request, reply, log, isOutside })
}

function getStatus(prepared: Prepared): number {
  return prepared.kind === 'takeOver' ? 200 : prepared.status
}

/** Ends the session in this process at once; the database follows as soon as it accepts changes. */
function signOutLater({ services, cookie }: PipelineParts, call: AnyCall, request: FastifyRequest): Prepared {
  const token = cookie.read(request.headers.cookie)
  if (token !== undefined) {
    const at = services.clock.now()
    services.unsaved.keepSignOut({ tokenHash: tokenHash(token), at, requestId: request.id })
    services.log.warn('signOut.later', { requestId: request.id })
  }
  return prepare(call, null, '')
}

function findRoute(target: Target, request: FastifyRequest): Route | undefined {
  if ('only' in target) return target.only
  const command = bodyObject(request)[target.field]
  return typeof command === 'string' ? target.byCommand.get(command) : undefined
}

/** Counts a call as under way, or throws; returns what to call when it is done. */
function begin({ load }: PipelineParts, call: AnyCall, request: FastifyRequest): () => void {
  assertSize(call, request)
  if (isShownOnce(call)) leaveUncompressed(request)
  return load.begin(call)
}

function isShownOnce({ answer }: AnyCall): boolean {
  return answer.form === 'one' && answer.once
}

/** The route's limit is that of its largest call, so each call checks its own. */
function assertSize({ at, maxBody }: AnyCall, request: FastifyRequest): void {
  if (at.form === 'upload' || at.form === 'multipart') return
  if (bodyBytes(request).length > maxBody) throw new HttpFailure(413, 'The request is too large.')
}

async function carryOut(
  parts: PipelineParts,
  { route, progress }: { route: Route | undefined; progress: Progress },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Prepared> {
  const done = route && begin(parts, route.call, request)
  try {
    const admitted = await admit(parts, route, request, reply)
    await awaitTurn(parts, admitted, reply)
    const origin = parts.services.serviceHosts.getOrigin(admitted.route.call)
    if (origin !== undefined) return await passOn(parts, origin, admitted, request)
    return await runAdmitted(parts, { admitted, progress }, request, reply)
  } finally {
    done?.()
  }
}

/** Forwards an accepted request to the host that SERVICE_HOSTS names. */
function passOn(
  { services }: PipelineParts,
  origin: string,
  { route, caller: { session }, now }: Admitted,
  request: FastifyRequest,
): Promise<Prepared> {
  if (session === null) throw new Error(`${route.name} is forwarded without a signed-in person`)
  return forward(services, origin, {
    call: route.call,
    session,
    now,
    requestId: request.id,
    url: request.url,
    body: bodyBytes(request),
    idempotencyKey: request.headers['idempotency-key']?.toString(),
  })
}

/** A heavy answer holds its slot until its last byte is sent or the client hangs up. */
async function awaitTurn(
  { heavy }: PipelineParts,
  { route, caller: { session } }: Admitted,
  { raw }: FastifyReply,
): Promise<void> {
  if (!route.call.heavy || session === null) return
  whenGone(raw, await heavy.take(route.name, session.staffId))
}

async function runAdmitted(
  { services, db, cookie, browserCookie, committed }: PipelineParts,
  { admitted, progress }: { admitted: Admitted; progress: Progress },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Prepared> {
  const { route, caller, input, judged, now, browser } = admitted
  const { call, name, handler } = route
  let message = ''
  const common = {
    services,
    now,
    ...caller,
    judged,
    request: new Facts(request, reply, browser),
    refuse: (reason: string, data?: object) => toRefusal(call, reason, data),
    say: (text: string) => {
      message = text
    },
    setSessionToken: (token: string) => void reply.header('set-cookie', cookie.render(token)),
    rememberBrowser: (staffId: number) =>
      void reply.header('set-cookie', browserCookie.render(browser, staffId, now)),
  }
  return runCall({
    call,
    handler,
    input,
    common,
    auditContext: { at: now, actor: toActor(caller), requestId: request.id },
    db,
    key: toWriteKey(route, caller, request, services.config.secretKeys),
    now,
    log: services.log,
    goesOutside: () => {
      progress.isOutside = true
    },
    finish: (returned) => {
      checkAnswer(call, name, returned, services)
      return prepare(call, returned, message)
    },
    committed,
    hint: (module, agencyId) => services.live.hint(module, agencyId),
  })
}

/** The idempotency key of a write. The sign distinguishes owners: positive for people, negative for agencies. */
function toWriteKey(
  { call, name }: Route,
  { session, agencyId }: Caller,
  request: FastifyRequest,
  secretKeys: KeyRing,
): WriteKey | undefined {
  const owner = session?.staffId ?? (agencyId === null ? undefined : -agencyId)
  if (!takesIdempotencyKey(call) || owner === undefined) return undefined
  const body = requestBytes(call, request)
  return readWriteKey(request.headers['idempotency-key'], { owner, call: name, body, secretKeys })
}

/** What distinguishes two requests with the same Idempotency-Key: the body, or the URL where it holds the input. */
function requestBytes(call: AnyCall, request: FastifyRequest): Buffer {
  if (call.at.form === 'query' || call.at.form === 'upload') return Buffer.from(request.url)
  // The boundary of a form differs with every attempt, so only the file counts.
  if (request.body instanceof SentFile) return Buffer.concat([Buffer.from(request.url), request.body.bytes])
  return bodyBytes(request)
}
