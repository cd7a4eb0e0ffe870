import { z } from 'zod'
import { Control } from '../control.ts'
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

/** The emulator's control. `DELETE /received` also clears faults, `DELETE /world` everything. */
export function createControl(parts: Parts): Control {
  const { world, messages, faults, tokens, webhooks, received } = parts
  const control = new Control().setFaults(Fault, faults)
  /** Whatever is set, orders may be due. */
  const post = <T>(path: string, shape: z.ZodType<T>, set: (given: T) => void): void =>
    control.post(path, shape, (given) => {
      set(given)
      parts.advance()
    })
  const forget = (): void => {
    faults.clear()
    Object.assign(received, { calls: {}, unknown: [], placed: [] } satisfies Received)
  }
  post('/clock', z.object({ turn: z.number() }), ({ turn }) => world.turn(turn))
  post('/orders', NewOrder, (given) => void world.addOrder(given as Parameters<World['addOrder']>[0]))
  post('/numbers', NewNumber, (given) => world.putNumber(given as Parameters<World['putNumber']>[0]))
  post('/campaigns', NewCampaign, (given) => world.putCampaign(given))
  post('/messages', Message, (message) => messages.put(message))
  post('/webhooks', Targets, (targets) => {
    webhooks.targets = targets
  })
  post('/events', z.array(z.looseObject({})), (events) => webhooks.tellMessages(events))
  post('/option-seconds', z.object({ seconds: z.number().min(0) }), ({ seconds }) => {
    world.optionSeconds = seconds
  })
  control.delete('/tokens', () => tokens.revoke())
  control.delete('/received', forget)
  control.delete('/world', () => {
    forget()
    tokens.revoke()
    world.reset()
    messages.reset()
  })
  control.get('/received', () => ({ ...received, webhooks: webhooks.sent }))
  control.get('/numbers', () => world.listNumbers())
  return control
}
