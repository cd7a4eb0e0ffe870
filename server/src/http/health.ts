import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { OpenDatabase } from '../db/open.ts'
import { json, send } from './answer.ts'

/** /health/live: the process answers. /health/ready: it can reach its database. */
export function serveHealth(app: FastifyInstance, db: OpenDatabase): void {
  app.get('/health/live', (_request, reply) => send(reply, json({ live: true })))
  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`select 1`.execute(db.read)
      return send(reply, json({ ready: true }))
    } catch {
      return send(reply, json({ ready: false }, 503))
    }
  })
}
