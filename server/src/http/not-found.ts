import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../lib/log.ts'
import { send } from '../calls/answer.ts'
import type { AnswerPage } from './console-files.ts'
import { failureAnswer } from './errors.ts'
import { HttpFailure } from '../calls/refusal.ts'

export interface NotFoundParts {
  /** Paths of calls with their methods. */
  addresses: readonly Address[]
  /** Undefined if no console is served. */
  consolePage: AnswerPage | undefined
  log: Log
}

export interface Address {
  pattern: RegExp
  methods: Set<string>
}

/** Prefixes of calls: never answered with the console's page. */
const callPrefixes = /^\/(api|auth|application|seat|staff|agency\/profile|agent|webhooks|hubs|health)(\/|$)/

const nothingHere = 'There is nothing at this address.'

/** A pattern for a route in the router's notation. */
export function addressPattern(url: string): RegExp {
  return new RegExp(`^${url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}

/** Answers a request without a route: wrong method for a call's path, a page of the console, or nothing. */
export function notFound(
  request: FastifyRequest,
  reply: FastifyReply,
  { addresses, consolePage, log }: NotFoundParts,
): FastifyReply {
  const fail = (status: number, sentence: string, headers: Record<string, string> = {}): FastifyReply => {
    const error = new HttpFailure(status, sentence, { headers })
    return send(reply, failureAnswer(error, { call: undefined, request, reply, log }))
  }
  const methodNotAllowed = (methods: Iterable<string>): FastifyReply =>
    fail(405, 'This method is not allowed here.', { allow: [...methods].join(', ') })

  // The router has decoded the path up to there; what follows it may be anything.
  const path = decodeURIComponent(request.url.split(/[?#]/)[0] ?? '/')
  const known = addresses.find(({ pattern }) => pattern.test(path))
  if (known !== undefined) return methodNotAllowed(known.methods)
  if (consolePage === undefined || callPrefixes.test(path) || path.startsWith('/assets/'))
    return fail(404, nothingHere)
  const pageMethods = ['GET', 'HEAD']
  return pageMethods.includes(request.method) ? consolePage(request, reply) : methodNotAllowed(pageMethods)
}
