import { alerts } from '@agency-support/contract/modules/alerts'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import type { Envelope } from '@agency-support/contract/envelope'
import { session } from '@agency-support/contract/modules/session'
import { demoAccounts } from './seed.ts'

/** The alerts that a new sandbox begins with: for all, for a region, for a few. */
const demoAlerts: readonly ClientIn<typeof alerts.send>[] = [
  {
    category: 2,
    priority: 1,
    feature: 2,
    message:
      'Vendor data is catching up after last night’s upgrade. Policies may show with a delay until noon.',
    systemAlertRecipientType: 1,
    applicableAgencies: [6938, 8951, 13141],
  },
  {
    category: 2,
    priority: 2,
    feature: 1,
    message:
      'Planned maintenance on Saturday from 11 PM to 2 AM Central.\nSave your work before; you may be signed out for a few minutes.',
    systemAlertRecipientType: 2,
  },
  {
    category: 1,
    priority: 3,
    feature: 3,
    message: 'Text messages are delivered late in the East region. We are working with the carrier.',
    systemAlertRecipientType: 3,
    region: 3,
  },
]

/** Signs in at a server as the first of the demo accounts and sends the alerts, as that person would. */
export async function sendDemoAlerts(origin: string): Promise<void> {
  const [sender] = demoAccounts
  if (sender === undefined) throw new Error('There is no demo account.')
  const { username, password } = sender
  const post = (call: AnyCall, body: object, cookie?: string): Promise<Response> =>
    fetch(`${origin}${call.at.path}`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ ...('command' in call.at ? { command: call.at.command } : {}), ...body }),
    })
  const signedIn = await post(session.signIn, { username, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ')
  for (const alert of demoAlerts) {
    const answer = await post(alerts.send, alert, cookie)
    const { code, message } = (await answer.json()) as Envelope
    if (code !== 0) throw new Error(message)
  }
  await post(session.signOut, {}, cookie)
}
