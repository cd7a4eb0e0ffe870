import { type FastifyReply, fastify } from 'fastify'
import { z } from 'zod'
import { type Effect, NewGroup } from './directory.ts'
import { Fault } from './faults.ts'
import type { State } from './state.ts'

const Clock = z.object({ now: z.iso.datetime().nullable() })

/**
 * The emulator's control, on its own port: `POST /fault`, `DELETE /fault`, `POST /clock`, `POST /groups`, `DELETE
 * /tokens`, `GET /received`, `GET /unknown`, `GET /effects`, and `DELETE /received`, which clears all of it.
 */
export async function startControl(
  state: State,
  host: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify({ logger: false, forceCloseConnections: true })
  /** Validates a body, or answers what is wrong with it. */
  const take = <T>(path: string, shape: z.ZodType<T>, use: (given: T) => void): void => {
    app.post(path, (request, reply) => {
      const given = shape.safeParse(request.body)
      if (!given.success) return reply.code(400).send({ error: given.error.message })
      use(given.data)
      return reply.code(204).send()
    })
  }
  const forget = (path: string, work: () => void): void => {
    app.delete(path, (_request, reply): FastifyReply => {
      work()
      return reply.code(204).send()
    })
  }
  take('/fault', Fault, (fault) => state.faults.add(fault))
  take('/clock', Clock, ({ now }) => state.setClock(now === null ? undefined : new Date(now)))
  take('/groups', NewGroup, (group) => state.directory.put(group))
  forget('/fault', () => state.faults.clear())
  forget('/tokens', () => state.endTokens())
  forget('/received', () => state.forget())
  app.get('/received', () => state.received)
  app.get('/unknown', () => state.unknown)
  app.get('/effects', () => countEffects(state.directory.effects))
  const url = await app.listen({ port: 0, host })
  return { url, close: () => app.close() }
}

/** Effects counted by the work they were part of: `{"17": {"deactivated 4711-1": 1}}`. */
function countEffects(effects: readonly Effect[]): Record<string, Record<string, number>> {
  const counted: Record<string, Record<string, number>> = {}
  for (const { work, what, userId } of effects) {
    const ofWork = (counted[work] ??= {})
    const name = `${what} ${userId}`
    ofWork[name] = (ofWork[name] ?? 0) + 1
  }
  return counted
}
