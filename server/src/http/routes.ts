import { type AnyCall, reportBody } from '@agency-support/contract/call'
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import { send } from '../calls/answer.ts'
import type { AnyHandler } from '../calls/context.ts'
import { HttpFailure } from '../calls/refusal.ts'
import { servedCalls } from '../openapi/openapi.ts'
import { type PipelineParts, refuseUnknownAgent, refuseUnread, type Route } from './admission.ts'
import { failureAnswer } from './errors.ts'
import type { JsonBody } from './input.ts'
import { routeAgents } from './json-bodies.ts'
import { routeMultipart } from './multipart.ts'
import { type Address, addressPattern } from './not-found.ts'
import { handleRequest, type Target } from './pipeline.ts'

/** Handlers by module and call; their types are checked where the modules are joined. */
export type HandlerTable = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>

/** Registers each path once. Returns the addresses with their methods, and the calls by method and path. */
export function registerCalls(
  app: FastifyInstance,
  parts: PipelineParts,
  handlers: HandlerTable,
): { addresses: Address[]; calls: ReadonlyMap<string, readonly AnyCall[]> } {
  const callsOf = new Map<string, readonly AnyCall[]>()
  const addresses = new Map<string, Address>()
  const uploads: RouteOptions[] = []
  const hooks: RouteOptions[] = []
  const agents: RouteOptions[] = []
  const served = Map.groupBy(servedCalls(parts.services.config), ({ at }) => `${at.method} ${at.path}`)
  for (const calls of served.values()) {
    const [first] = calls
    if (first === undefined) continue
    const { method } = first.at
    const options = toOptions(parts, calls, toTarget(calls, handlers))
    const only = getOnly(calls)
    for (const url of withAlias(first.at.path)) {
      callsOf.set(`${method} ${url}`, calls)
      const address = addresses.get(url) ?? { pattern: addressPattern(url), methods: new Set() }
      address.methods.add(method)
      addresses.set(url, address)
      const route = { method, url, ...options }
      if (only?.at.form === 'upload') uploads.push(route)
      else if (only?.at.form === 'hook') hooks.push(route)
      else if (only?.access === 'agent') agents.push(route)
      else if (only?.at.form === 'multipart') routeMultipart(app, route, only.at)
      else app.route(route)
    }
  }
  routeUploads(app, uploads)
  routeHooks(app, hooks)
  routeAgents(app, agents)
  return { addresses: [...addresses.values()], calls: callsOf }
}

function getOnly(calls: readonly AnyCall[]): AnyCall | undefined {
  return calls.length === 1 ? calls[0] : undefined
}

/** What the requests of a path are handed to; one with several commands dispatches by the body. */
function toTarget(calls: readonly AnyCall[], handlers: HandlerTable): Target {
  const byCommand = new Map<string, Route>()
  for (const call of calls) {
    const route = toRoute(call, handlers)
    if (!('command' in call.at)) return { only: route }
    byCommand.set(call.at.command, route)
  }
  return { byCommand, field: calls[0]?.at.form === 'nested' ? 'Command' : 'command' }
}

function toRoute(call: AnyCall, handlers: HandlerTable): Route {
  const name = `${call.module}.${call.name}`
  const handler = handlers[call.module]?.[call.name]
  if (handler === undefined) throw new Error(`no handler for ${name}`)
  return { name, call, handler }
}

function toOptions(
  parts: PipelineParts,
  calls: readonly AnyCall[],
  target: Target,
): Omit<RouteOptions, 'method' | 'url'> {
  const { log } = parts.services
  return {
    bodyLimit: Math.max(...calls.map(({ maxBody }) => maxBody)),
    onRequest: refuseEarly(parts, calls),
    errorHandler: (error, request, reply) => {
      void send(reply, failureAnswer(error, { call: getOnly(calls), request, reply, log }))
    },
    handler: (request, reply) => handleRequest(parts, target, request, reply),
  }
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
export function withAlias(path: string): string[] {
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  return url.startsWith('/api/') ? [url] : [url, `/api${url}`]
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
