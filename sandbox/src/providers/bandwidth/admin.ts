import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Faults } from '../faults.ts'
import { Fault } from './faults.ts'
import { Message, type Messages } from './messages.ts'
import type { Tokens } from './tokens.ts'
import { type Webhooks, webhookUser } from './webhooks.ts'
import type { World } from './world.ts'

const NewOrder = z.object({
  id: z.string().min(1).optional(),
  kind: z.enum(['standard', 'hosted']),
  numbers: z.array(z.string().regex(/^\d{10}$/)),
  processesAfter: z.number().min(0).optional(),
  endsAfter: z.number().min(0).optional(),
  ends: z.enum(['COMPLETE', 'PARTIAL', 'BACKORDERED', 'FAILED', 'EXCEPTION']).optional(),
  errors: z
    .array(z.object({ code: z.string(), description: z.string(), numbers: z.array(z.string()) }))
    .optional(),
})
const NewNumber = z.object({
  number: z.string().regex(/^\d{10}$/),
  status: z.enum(['Inservice', 'Aging']).optional(),
  isHosted: z.boolean().optional(),
  isOurs: z.boolean().optional(),
  campaignId: z.string().optional(),
})
const NewCampaign = z.object({ id: z.string().min(1), status: z.enum(['ACTIVE', 'EXPIRED']) })
const Targets = z.object({
  url: z.url(),
  user: z.string().default(webhookUser.user),
  password: z.string().default(webhookUser.password),
})

/** Requests since the last reset. */
export interface Received {
  /** Number of requests per endpoint. */
  calls: Record<string, number>
  /** Requests that Bandwidth does not know; a test fails if there is one. */
  unknown: string[]
  /** All orders as received. */
  placed: { customerOrderId: string | undefined; numbers: readonly string[]; action: string }[]
}

/** The parts of the emulator that the control endpoints change. */
export interface Parts {
  world: World
  messages: Messages
  faults: Faults<Fault>
  tokens: Tokens
  webhooks: Webhooks
  received: Received
  /** Does what is due after the clock or the orders have changed. */
  advance(): void
}

/** The control endpoints of the emulator, on their own port. */
export function createAdmin(parts: Parts): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const { world, messages, faults, tokens, webhooks, received } = parts
  const take = <T>(path: string, shape: z.ZodType<T>, use: (given: T) => void): void => {
    app.post(path, (request, reply) => {
      const given = shape.safeParse(request.body)
      if (!given.success) return reply.code(400).send({ error: given.error.message })
      use(given.data)
      parts.advance()
      return reply.code(204).send()
    })
  }
  take('/_emu/fault', Fault, (fault) => faults.add(fault))
  take('/_emu/clock', z.object({ turn: z.number() }), ({ turn }) => world.turn(turn))
  take('/_emu/orders', NewOrder, (given) => void world.addOrder(given as Parameters<World['addOrder']>[0]))
  take('/_emu/numbers', NewNumber, (given) => world.putNumber(given as Parameters<World['putNumber']>[0]))
  take('/_emu/campaigns', NewCampaign, (given) => world.putCampaign(given))
  take('/_emu/messages', Message, (message) => messages.put(message))
  take('/_emu/webhooks', Targets, (targets) => {
    webhooks.targets = targets
  })
  take('/_emu/events', z.array(z.looseObject({})), (events) => webhooks.tellMessages(events))
  take('/_emu/option-seconds', z.object({ seconds: z.number().min(0) }), ({ seconds }) => {
    world.optionSeconds = seconds
  })
  app.delete('/_emu/tokens', (_request, reply) => {
    tokens.revoke()
    return reply.code(204).send()
  })
  app.delete('/_emu/fault', (_request, reply) => {
    faults.clear()
    received.calls = {}
    received.unknown = []
    return reply.code(204).send()
  })
  app.delete('/_emu', (_request, reply) => {
    faults.clear()
    tokens.revoke()
    world.reset()
    messages.reset()
    Object.assign(received, { calls: {}, unknown: [], placed: [] } satisfies Received)
    return reply.code(204).send()
  })
  app.get('/_emu/received', () => ({ ...received, webhooks: webhooks.sent }))
  app.get('/_emu/numbers', () => world.listNumbers())
  return app
}
