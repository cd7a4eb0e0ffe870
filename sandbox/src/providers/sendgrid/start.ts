import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SeededRandom } from '../../random.ts'
import { EventWebhook, Posting } from './event-webhook.ts'
import { Fault } from './faults.ts'
import { State } from './state.ts'
import { listNames, makeSuppression, modes } from './suppressions.ts'
import { apiKeys, createWire } from './wire.ts'

/** The emulator of SendGrid: two accounts with suppressed addresses and mails. */
export interface SendGridEmulator {
  /** Its address and the credentials it expects, as the server's settings. */
  settings: { baseUrl: string; keys: { '5x': string; '6x': string }; from: string }
  /** Control address, where tests set faults and read what it received; on its own port. */
  url: string
  /** Keys to verify its events, as environment variables of the server. */
  webhookEnv: { SENDGRID_WEBHOOK_KEY_5X: string; SENDGRID_WEBHOOK_KEY_6X: string }
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Starts it on its own port; 0 takes any free one. */
export async function startSendGrid(options: { port: number }): Promise<SendGridEmulator> {
  const state = new State()
  const wire = createWire(state)
  const webhook = new EventWebhook()
  const control = createControl(state)
  takeEvents(control, state, webhook)
  const baseUrl = await wire.listen({ port: options.port, host })
  const url = await control.listen({ port: 0, host })
  return {
    settings: { baseUrl, keys: { ...apiKeys }, from: 'support@harborlight.example' },
    url,
    webhookEnv: {
      SENDGRID_WEBHOOK_KEY_5X: webhook.getPublicKey('5x'),
      SENDGRID_WEBHOOK_KEY_6X: webhook.getPublicKey('6x'),
    },
    close: async () => {
      await wire.close()
      await control.close()
    },
  }
}

/** Addresses for a list: these, optionally with a reason, or this many made-up ones. */
const NewSuppressions = z.object({
  mode: z.enum(modes),
  list: z.enum(listNames),
  emails: z.array(z.string()).default([]),
  reason: z.string().optional(),
  count: z.int().min(0).max(50_000).default(0),
})

function createControl(state: State): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.post('/_emu/fault', (request, reply) => {
    state.faults.add(Fault.parse(request.body))
    return reply.code(204).send()
  })
  app.delete('/_emu/fault', (_request, reply) => {
    state.forget()
    return reply.code(204).send()
  })
  app.post('/_emu/clock', (request, reply) => {
    state.setClock(z.object({ now: z.coerce.date() }).parse(request.body).now)
    return reply.code(204).send()
  })
  app.get('/_emu/received', () => ({
    received: state.received,
    unknown: state.unknown,
    mails: state.mails,
    mostAtOnce: state.mostAtOnce,
  }))
  app.get('/_emu/suppressions', () =>
    Object.fromEntries(
      modes.map((mode) => [
        mode,
        Object.fromEntries(listNames.map((list) => [list, state.accounts[mode].lists[list].size])),
      ]),
    ),
  )
  app.delete('/_emu/suppressions', (_request, reply) => {
    for (const mode of modes) for (const list of listNames) state.accounts[mode].lists[list].clear()
    return reply.code(204).send()
  })
  app.post('/_emu/suppressions', (request, reply) => {
    const { mode, list, emails, reason, count } = NewSuppressions.parse(request.body)
    const random = new SeededRandom(count)
    const made = Array.from(
      { length: count },
      (_, at) => `made${String(at + 1).padStart(5, '0')}@many.example`,
    )
    const created = Math.floor(state.now().getTime() / 1000)
    const own = reason === undefined ? {} : { reason }
    for (const email of [...emails, ...made])
      state.accounts[mode].lists[list].add({ ...makeSuppression(list, email, created, random), ...own })
    return reply.code(204).send()
  })
  app.setErrorHandler((error, _request, reply) => reply.code(400).send({ error: String(error) }))
  return app
}

/** `/_emu/webhook` sets the server's address, `/_emu/events` posts to it and returns its status. */
function takeEvents(app: FastifyInstance, state: State, webhook: EventWebhook): void {
  app.post('/_emu/webhook', (request, reply) => {
    webhook.target = z.object({ url: z.string() }).parse(request.body).url
    return reply.code(204).send()
  })
  app.post('/_emu/events', { bodyLimit: 16 * 1024 * 1024 }, async (request) => ({
    status: await webhook.post(Posting.parse(request.body), state.now()),
  }))
}
