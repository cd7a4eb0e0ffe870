import { allCalls } from '@agency-support/contract'
import type { AnyCall } from '@agency-support/contract/call'
import { randomUUID } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config.ts'
import { send } from './answer.ts'
import type { AnyHandler } from './context.ts'
import { failureAnswer } from './errors.ts'
import { constantHeaders, noStore } from './headers.ts'
import { serveConsole } from './console-files.ts'
import { serveHealth } from './health.ts'
import type { JsonBody } from './input.ts'
import { handleRequest, type PipelineParts, type Route, type Target } from './pipeline.ts'
import { HttpFailure } from './refusal.ts'

const bodyLimit = 1024 * 1024

/** Handlers by room and call, their types checked where the rooms are joined. */
export type HandlerTable = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>

/** The HTTP application: every call of the contract, the console's files, health. */
export async function buildApp(parts: PipelineParts, handlers: HandlerTable): Promise<FastifyInstance> {
  const { config, log } = parts.services
  const app = Fastify({
    bodyLimit,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    return503OnClosing: true,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    genReqId: () => randomUUID(),
    // Fastify's own log is off: one line an event is written by ours.
    logger: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 500 },
  })
  const headers = { ...constantHeaders(config), 'cache-control': noStore }
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers).header('x-request-id', request.id)
    next()
  })
  readJsonBodies(app)
  app.setErrorHandler((error, request, reply) =>
    send(reply, failureAnswer(error, { call: undefined, request, reply, log })),
  )
  const paths = registerCalls(app, parts, handlers, config)
  serveHealth(app, parts.db)
  const consolePage = await serveConsole(app, config.consoleFolder)
  app.setNotFoundHandler((request, reply) =>
    notFound(request, reply, { paths, consolePage, log: parts.services.log }),
  )
  return app
}

/** JSON only, UTF-8 only; the bytes are kept for the hash of an Idempotency-Key. */
function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const charset = /charset=("?)([^;"\s]+)\1/i.exec(request.headers['content-type'] ?? '')?.[2]
    if (
      request.headers['content-encoding'] !== undefined ||
      (charset !== undefined && !/^utf-?8$/i.test(charset))
    )
      return done(new HttpFailure(415, 'The request body must be plain JSON in UTF-8.'))
    if (!isUtf8(bytes)) return done(new HttpFailure(400, 'The request body is not valid UTF-8.'))
    parseJson(request, bytes.toString('utf8'), (error, value) => {
      if (error !== null) return done(new HttpFailure(400, 'The request body is not valid JSON.'))
      done(null, { bytes, value } satisfies JsonBody)
    })
  })
}

/** Registers each path once; a path with commands dispatches by the body. Returns the methods of each path. */
function registerCalls(
  app: FastifyInstance,
  parts: PipelineParts,
  handlers: HandlerTable,
  config: ServerConfig,
): Map<string, Set<string>> {
  const targets = new Map<string, { method: AnyCall['at']['method']; path: string; target: Target }>()
  for (const call of allCalls) {
    const handler = handlers[call.room]?.[call.name]
    if (handler === undefined) throw new Error(`no handler for ${call.room}.${call.name}`)
    const { at } = call
    if (at.form === 'query' && at.onlyWith === 'signinGet' && !config.signInByGet) continue
    const route: Route = { name: `${call.room}.${call.name}`, call, handler }
    const id = `${at.method} ${at.path}`
    if (at.form === 'command') {
      const known = targets.get(id)?.target
      const commands =
        known !== undefined && 'byCommand' in known ? new Map(known.byCommand) : new Map<string, Route>()
      targets.set(id, {
        method: at.method,
        path: at.path,
        target: { byCommand: commands.set(at.command, route) },
      })
    } else targets.set(id, { method: at.method, path: at.path, target: { only: route } })
  }
  const methods = new Map<string, Set<string>>()
  for (const { method, path, target } of targets.values()) {
    for (const url of withAlias(path)) {
      app.route({ method, url, handler: (request, reply) => handleRequest(parts, target, request, reply) })
      methods.set(url, (methods.get(url) ?? new Set()).add(method))
    }
  }
  return methods
}

/** A documented path in the router's notation, and its alias below /api where it lacks that prefix. */
function withAlias(path: string): string[] {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  return url.startsWith('/api/') ? [url] : [url, `/api${url}`]
}

interface NotFound {
  paths: ReadonlyMap<string, ReadonlySet<string>>
  consolePage: ((reply: FastifyReply) => FastifyReply) | undefined
  log: PipelineParts['services']['log']
}

/** Prefixes that belong to calls: never answered with the page. */
const callPrefixes = /^\/(api|auth|application|seat|staff|agency\/profile|agent|health)(\/|$)/

function notFound(
  request: FastifyRequest,
  reply: FastifyReply,
  { paths, consolePage, log }: NotFound,
): FastifyReply {
  const path = request.url.split('?')[0] ?? '/'
  const allowed = paths.get(path)
  const failure = (status: number, sentence: string, headers?: Record<string, string>): FastifyReply =>
    send(
      reply,
      failureAnswer(new HttpFailure(status, sentence, headers === undefined ? {} : { headers }), {
        call: undefined,
        request,
        reply,
        log,
      }),
    )
  if (allowed !== undefined)
    return failure(405, 'This method is not allowed here.', { allow: [...allowed].join(', ') })
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return failure(
      consolePage === undefined || callPrefixes.test(path) ? 404 : 405,
      'There is nothing at this address.',
    )
  if (consolePage === undefined || callPrefixes.test(path) || path.startsWith('/assets/'))
    return failure(404, 'There is nothing at this address.')
  return consolePage(reply)
}
