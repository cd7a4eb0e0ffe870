import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SeededRandom } from '../../random.ts'
import { EventWebhook, Posting } from './event-webhook.ts'
import { Fault } from './faults.ts'
import { State } from './state.ts'
import { listNames, makeSuppression, modes } from './suppressions.ts'
import { apiKeys, createWire } from './wire.ts'

/** Our stand-in for SendGrid: two accounts with their suppressed addresses and their mails. */
export interface SendGridEmulator {
  /** Where it is and what it wants to be shown, as the server's settings have it. */
  settings: { baseUrl: string; keys: { '5x': string; '6x': string }; from: string }
  /** Where tests tell it what shall go wrong and ask what it received; a port of its own. */
  url: string
  /** Keys to check its events with, by the names of the server's settings. */
  webhookEnv: { SENDGRID_WEBHOOK_KEY_5X: string; SENDGRID_WEBHOOK_KEY_6X: string }
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Starts it on a port of its own; 0 takes any free one. */
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

/** Addresses for a list: these, for a reason of their own where one is given, or so many made-up ones. */
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

/** `/_emu/webhook` says where the server is, `/_emu/events` posts to it and answers with its status. */
function takeEvents(app: FastifyInstance, state: State, webhook: EventWebhook): void {
  app.post('/_emu/webhook', (request, reply) => {
    webhook.target = z.object({ url: z.string() }).parse(request.body).url
    return reply.code(204).send()
  })
  app.post('/_emu/events', { bodyLimit: 16 * 1024 * 1024 }, async (request) => ({
    status: await webhook.post(Posting.parse(request.body), state.now()),
  }))
}
