import { isUtf8 } from 'node:buffer'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { HttpFailure } from '../calls/refusal.ts'
import type { JsonBody } from './input.ts'

const byteOrderMark = '\ufeff'
const notJson = 'The request body is not valid JSON.'

/** Accepts only JSON in UTF-8; keeps the bytes for the hash of an Idempotency-Key. */
export function readJsonBodies(app: FastifyInstance): void {
  const toBody = jsonReader(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.headers['content-encoding'] !== undefined || isOtherCharset(request))
      return done(new HttpFailure(415, 'The request body must be plain JSON in UTF-8.'))
    toBody(request, bytes, done)
  })
}

/**
 * Routes of agencies' software: the same, except that the body may begin with a byte order mark and may be compressed
 * with gzip; the size limit then applies to the uncompressed body.
 */
export function routeAgents(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  app.register((scope, _options, done) => {
    const toBody = jsonReader(scope, { mayBeMarked: true })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, next) => {
      const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
      if (!['identity', 'gzip', 'x-gzip'].includes(encoding) || isOtherCharset(request))
        return next(new HttpFailure(415, otherEncoding, { headers: { 'accept-encoding': 'gzip' } }))
      if (encoding === 'identity') return toBody(request, bytes, next)
      gunzip(bytes, { maxOutputLength: request.routeOptions.bodyLimit }, (error, unpacked) => {
        if (error === null) toBody(request, unpacked, next)
        else next(toFailure(error))
      })
    })
    for (const route of routes) scope.route(route)
    done()
  })
}

const otherEncoding = 'The request body must be JSON in UTF-8, plain or packed with gzip.'

function toFailure(error: Error & { code?: string }): HttpFailure {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return new HttpFailure(413, 'The request is too large.')
  return new HttpFailure(400, 'The request body is not valid gzip.')
}

function isOtherCharset({ headers }: FastifyRequest): boolean {
  const charset = /charset=("?)([^;"\s]+)\1/i.exec(headers['content-type'] ?? '')?.[2]
  return charset !== undefined && !/^utf-?8$/i.test(charset)
}

type ReadJson = (
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: JsonBody) => void,
) => void

/** Parses the bytes of a document. A byte order mark is removed if allowed, otherwise refused. */
function jsonReader(app: FastifyInstance, { mayBeMarked = false } = {}): ReadJson {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  return (request, bytes, done) => {
    if (!isUtf8(bytes)) return done(new HttpFailure(400, 'The request body is not valid UTF-8.'))
    const whole = bytes.toString('utf8')
    const text = mayBeMarked && whole.startsWith(byteOrderMark) ? whole.slice(1) : whole
    // Fastify's parser would silently drop any byte order mark.
    if (text.startsWith(byteOrderMark)) return done(new HttpFailure(400, notJson))
    void parseJson(request, text, (error, value) => {
      if (error !== null) return done(new HttpFailure(400, notJson))
      done(null, { bytes, value })
    })
  }
}
