import { z } from 'zod'
import { SeededRandom } from '../../random.ts'
import { EventWebhook, Posting } from './event-webhook.ts'
import { Control } from '../control.ts'
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

/** Starts it and its control, each on a free port. */
export async function startSendGrid(): Promise<SendGridEmulator> {
  const state = new State()
  const wire = createWire(state)
  const webhook = new EventWebhook()
  const control = createControl(state, webhook)
  const baseUrl = await wire.listen({ port: 0, host })
  const url = await control.listen(host)
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

/** The emulator's control. `DELETE /received` also clears faults and the clock. */
function createControl(state: State, webhook: EventWebhook): Control {
  const control = new Control().setFaults(Fault, state.faults)
  control.post('/clock', z.object({ now: z.coerce.date() }), ({ now }) => state.setClock(now))
  control.get('/received', () => ({
    received: state.received,
    unknown: state.unknown,
    mails: state.mails,
    mostAtOnce: state.mostAtOnce,
  }))
  control.delete('/received', () => state.forget())
  control.delete('/suppressions', () => {
    for (const mode of modes) for (const list of listNames) state.accounts[mode].lists[list].clear()
  })
  control.post('/suppressions', NewSuppressions, (given) => suppress(state, given))
  // The server's address, and events posted to it; answered with its status.
  control.post('/webhook', z.object({ url: z.string() }), ({ url }) => {
    webhook.target = url
  })
  control.post('/events', Posting, async (posting) => ({ status: await webhook.post(posting, state.now()) }))
  return control
}

function suppress(
  state: State,
  { mode, list, emails, reason, count }: z.infer<typeof NewSuppressions>,
): void {
  const random = new SeededRandom(count)
  const made = Array.from({ length: count }, (_, at) => `made${String(at + 1).padStart(5, '0')}@many.example`)
  const created = state.nowSeconds()
  const own = reason === undefined ? {} : { reason }
  for (const email of [...emails, ...made])
    state.accounts[mode].lists[list].add({ ...makeSuppression(list, email, created, random), ...own })
}
