import { allCalls } from '@agency-support/contract'
import { type AnyCall, reportBody, usualBody } from '@agency-support/contract/call'
import { readOnlyHeader } from '@agency-support/contract/envelope'
import { randomUUID } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type RouteOptions,
} from 'fastify'
import type { ServerConfig } from '../settings/config.ts'
import { send } from '../calls/answer.ts'
import type { AnyHandler } from '../calls/context.ts'
import { failureAnswer } from './errors.ts'
import { constantHeaders, noStore } from './headers.ts'
import { compressAnswers } from './compression.ts'
import { readJsonBodies, routeAgents } from './json-bodies.ts'
import { serveConsole } from './console-files.ts'
import { serveHealth } from './health.ts'
import { answerClientError } from './client-errors.ts'
import { isAmong } from './client-address.ts'
import type { JsonBody } from './input.ts'
import { type Address, addressPattern, notFound } from './not-found.ts'
import { type PipelineParts, refuseUnknownAgent, refuseUnread, type Route } from './admission.ts'
import { handleRequest, type Target } from './pipeline.ts'
import { routeMultipart } from './multipart.ts'
import { HttpFailure, restartSentence } from '../calls/refusal.ts'
import { shedEarly } from './shed-early.ts'

/** Bytes; longer URLs are refused. Our longest, a search, is far shorter. */
const maxUrl = 8 * 1024

const twoHostsSentence = 'The request names more than one host.'

/** Handlers by module and call; their types are checked where the modules are joined. */
export type HandlerTable = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>

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
  const { addresses, calls } = registerCalls(app, parts, handlers, config)
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

interface Path {
  method: AnyCall['at']['method']
  path: string
  target: Target
}

/** Maps each path to its handler; a path with several commands dispatches by the body. */
function listPaths(handlers: HandlerTable, config: ServerConfig): Path[] {
  const targets = new Map<string, Path>()
  for (const call of allCalls) {
    const handler = handlers[call.module]?.[call.name]
    if (handler === undefined) throw new Error(`no handler for ${call.module}.${call.name}`)
    const { at } = call
    if (at.form === 'query' && at.onlyWith === 'signinGet' && !config.signInByGet) continue
    const route: Route = { name: `${call.module}.${call.name}`, call, handler }
    const id = `${at.method} ${at.path}`
    if (at.form === 'command' || at.form === 'nested') {
      const known = targets.get(id)?.target
      const commands =
        known !== undefined && 'byCommand' in known ? new Map(known.byCommand) : new Map<string, Route>()
      targets.set(id, {
        method: at.method,
        path: at.path,
        target: {
          byCommand: commands.set(at.command, route),
          field: at.form === 'command' ? 'command' : 'Command',
        },
      })
    } else targets.set(id, { method: at.method, path: at.path, target: { only: route } })
  }
  return [...targets.values()]
}

/** Registers each path once. Returns the addresses with their methods, and the calls by method and path. */
function registerCalls(
  app: FastifyInstance,
  parts: PipelineParts,
  handlers: HandlerTable,
  config: ServerConfig,
): { addresses: Address[]; calls: ReadonlyMap<string, readonly AnyCall[]> } {
  const callsOf = new Map<string, readonly AnyCall[]>()
  const addresses = new Map<string, Address>()
  const uploads: RouteOptions[] = []
  const hooks: RouteOptions[] = []
  const agents: RouteOptions[] = []
  for (const { method, path, target } of listPaths(handlers, config)) {
    for (const url of withAlias(path)) {
      const calls =
        'only' in target ? [target.only.call] : [...target.byCommand.values()].map(({ call }) => call)
      callsOf.set(`${method} ${url}`, calls)
      const onlyCall = calls.length === 1 ? calls[0] : undefined
      const route: RouteOptions = {
        method,
        url,
        bodyLimit: Math.max(...calls.map(({ maxBody }) => maxBody)),
        onRequest: refuseEarly(parts, calls),
        errorHandler: (error, request, reply) => {
          void send(reply, failureAnswer(error, { call: onlyCall, request, reply, log: parts.services.log }))
        },
        handler: (request, reply) => handleRequest(parts, target, request, reply),
      }
      const form = 'only' in target ? target.only.call.at.form : undefined
      if (form === 'upload') uploads.push(route)
      else if (form === 'hook') hooks.push(route)
      else if (onlyCall?.access === 'agent') agents.push(route)
      else if (onlyCall?.at.form === 'multipart') routeMultipart(app, route, onlyCall.at)
      else app.route(route)
      const address = addresses.get(url) ?? { pattern: addressPattern(url), methods: new Set() }
      address.methods.add(method)
      addresses.set(url, address)
    }
  }
  routeUploads(app, uploads)
  routeHooks(app, hooks)
  routeAgents(app, agents)
  return { addresses: [...addresses.values()], calls: callsOf }
}

/** Refuses what can be refused before the body is read. */
function refuseEarly(parts: PipelineParts, calls: readonly AnyCall[]): onRequestHookHandler {
  const isLong = calls.every(({ access, maxBody }) => access === 'agent' && maxBody > reportBody)
  return (request, reply, next) => {
    const go = (refusal: HttpFailure | undefined): void => {
      // The connection cannot be reused, because the refused request's body is never read.
      if (refusal !== undefined && hasBody(request)) reply.header('connection', 'close')
      next(refusal)
    }
    const refusal = refuseUnread(parts, calls, request)
    if (refusal !== undefined || !isLong) go(refusal)
    else refuseUnknownAgent(parts, request).then(go, next)
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** A documented path in the router's notation, plus its alias below /api if it lacks that prefix. */
function withAlias(path: string): string[] {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  return url.startsWith('/api/') ? [url] : [url, `/api${url}`]
}

const checkEveryMs = 50

/**
 * Lets the server close as soon as requests in flight are answered. Node closes only the connections that are idle at
 * that moment; one that becomes idle later would delay the close until its keep-alive timeout.
 */
function closePromptly(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    // A server that never listened emits no close event.
    if (!app.server.listening) return done()
    const idle = setInterval(() => app.server.closeIdleConnections(), checkEveryMs)
    app.server.once('close', () => clearInterval(idle))
    done()
  })
}

const bytesOnly = 'The request body must be bytes (Content-Type: application/octet-stream).'

/** Routes whose body is bytes, passed on as a stream without buffering; any other type is refused. */
function routeUploads(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request, stream, next) => {
      const isBytes = request.headers['content-type'] === 'application/octet-stream'
      if (isBytes && request.headers['content-encoding'] === undefined) next(null, stream)
      else next(new HttpFailure(415, bytesOnly))
    })
    for (const route of routes) scope.route(route)
    done()
  })
}

/** Routes for webhooks: any content type; the bytes are kept because the provider's signature covers them. */
function routeHooks(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, next) => {
      if (isUtf8(bytes)) next(null, { bytes, value: undefined } satisfies JsonBody)
      else next(new HttpFailure(400, 'The request body is not valid UTF-8.'))
    })
    for (const route of routes) scope.route(route)
    done()
  })
}
