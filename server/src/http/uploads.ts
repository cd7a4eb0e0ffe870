import type { FastifyInstance, RouteOptions } from 'fastify'
import { HttpFailure } from './refusal.ts'

const bytesOnly = 'The request body must be bytes (Content-Type: application/octet-stream).'

/** Routes whose body is bytes: handed on as a stream, never gathered, and of no other type. */
export function routeUploads(app: FastifyInstance, routes: readonly RouteOptions[]): void {
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
