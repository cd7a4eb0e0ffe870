import { usualBody } from '@agency-support/contract/call'
import { readOnlyHeader } from '@agency-support/contract/envelope'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { send } from '../calls/answer.ts'
import { failureAnswer } from './errors.ts'
import { constantHeaders, noStore } from './headers.ts'
import { compressAnswers } from './compression.ts'
import { readJsonBodies } from './json-bodies.ts'
import { serveConsole } from './console-files.ts'
import { serveHealth } from './health.ts'
import { answerClientError } from './client-errors.ts'
import { isAmong } from './client-address.ts'
import { notFound } from './not-found.ts'
import type { PipelineParts } from './admission.ts'
import { type HandlerTable, registerCalls, withAlias } from './routes.ts'
import { HttpFailure, restartSentence } from '../calls/refusal.ts'
import { shedEarly } from './shed-early.ts'

/** Bytes; longer URLs are refused. Our longest, a search, is far shorter. */
const maxUrl = 8 * 1024

const twoHostsSentence = 'The request names more than one host.'

/** Takes over the socket of a protocol upgrade request. */
export type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => void

/** Builds the HTTP application: all calls of the contract, the console's files, health, and WebSockets by path. */
export async function buildApp(
  parts: PipelineParts,
  handlers: HandlerTable,
  upgrades: Readonly<Record<string, Upgrade>> = {},
): Promise<FastifyInstance> {
  const { config, log } = parts.services
  const headers = { ...constantHeaders(config), 'cache-control': noStore }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(reply, failureAnswer(error, { call: undefined, request, reply, log }))
  const { withinMs, checkEveryMs } = config.arrival ?? { withinMs: 30_000, checkEveryMs: 5_000 }
  const app = Fastify({
    bodyLimit: usualBody,
    requestTimeout: withinMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length === 0 ? false : isAmong(config.trustedProxies),
    genReqId: () => randomUUID(),
    // Fastify's own log is off: ours writes one line per event.
    logger: false,
    http: {
      connectionsCheckingInterval: checkEveryMs,
      // If headersTimeout exceeded requestTimeout, Node would swap the two.
      headersTimeout: withinMs,
      shouldUpgradeCallback: (request) => findUpgrade(upgrades, request) !== undefined,
    },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 500 },
    // URLs that the router cannot parse arrive here without running the hooks.
    frameworkErrors: (error, request, reply) => {
      parts.recorder.watch(request, reply)
      reply.headers(headers).header('x-request-id', request.id)
      fail(error, request, reply)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
  })
  takeUpgrades(app, upgrades)
  closePromptly(app)
  addRequestHooks(app, parts, headers)
  markReadOnly(app, parts)
  await compressAnswers(app)
  readJsonBodies(app)
  app.setErrorHandler(fail)
  const { addresses, calls } = registerCalls(app, parts, handlers)
  shedEarly(app.server, { load: parts.load, recorder: parts.recorder, calls, headers })
  serveHealth(app, { db: parts.db, files: config.files, log, inFlight: parts.inFlight })
  const consolePage = await serveConsole(app, config)
  app.setNotFoundHandler((request, reply) => notFound(request, reply, { addresses, consolePage, log }))
  return app
}

/** Records every request, refuses those with two Host headers, and closes connections while the server is stopping. */
function addRequestHooks(
  app: FastifyInstance,
  { inFlight, recorder }: PipelineParts,
  headers: Readonly<Record<string, string>>,
): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    inFlight.isStopping = true
    done()
  })
  // A client with keep-alive must not send its next request on a connection that is about to close.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (inFlight.isStopping) reply.header('connection', 'close')
    next()
  })
  app.addHook('onRequest', (request, reply, next) => {
    recorder.watch(request, reply)
    reply.headers(headers).header('x-request-id', request.id)
    if (isClosing) next(new HttpFailure(503, restartSentence, { headers: { 'retry-after': '2' } }))
    else if (namesTwoHosts(request.raw))
      next(new HttpFailure(400, twoHostsSentence, { headers: { connection: 'close' } }))
    else if (request.url.length > maxUrl) next(new HttpFailure(414, 'The address is too long.'))
    else next()
  })
}

function takeUpgrades({ server }: FastifyInstance, upgrades: Readonly<Record<string, Upgrade>>): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    findUpgrade(upgrades, request)?.(request, socket, head),
  )
}

/** Undefined for an upgrade request to any other path, which is answered like an ordinary request. */
function findUpgrade(
  upgrades: Readonly<Record<string, Upgrade>>,
  { url }: IncomingMessage,
): Upgrade | undefined {
  const path = url?.split('?')[0]
  return Object.entries(upgrades).find(([known]) => withAlias(known).some((alias) => alias === path))?.[1]
}

/** Marks answers with a header while changes cannot be saved. */
function markReadOnly(app: FastifyInstance, { services: { unsaved } }: PipelineParts): void {
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (unsaved.readOnly) reply.header(readOnlyHeader, '1')
    next(null, payload)
  })
}

/** Node keeps the first Host header and drops the rest, but a proxy in front may have used another one. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

const closeIdleEveryMs = 50

/**
 * Lets the server close as soon as requests in flight are answered. Node closes only the connections that are idle at
 * that moment; one that becomes idle later would delay the close until its keep-alive timeout.
 */
function closePromptly(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    // A server that never listened emits no close event.
    if (!app.server.listening) return done()
    const idle = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs)
    app.server.once('close', () => clearInterval(idle))
    done()
  })
}
