import { alerts } from '@agency-support/contract/modules/alerts'
import type { ClientIn } from '@agency-support/contract/call'
import { withDatabase } from '@agency-support/server/db/open'
import type { StaffCall } from './as-staff.ts'

/** The alerts of a new sandbox: for all, for a region, for a few. */
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

/** Sends the alerts that are missing as a member of staff. */
export async function sendDemoAlerts(call: StaffCall, databaseUrl: string): Promise<void> {
  // Read from the database, because the call refuses to list none.
  const rows = await withDatabase(databaseUrl, ({ read }) =>
    read.selectFrom('system_alert').select('message').execute(),
  )
  const sent = new Set(rows.map(({ message }) => message))
  for (const alert of demoAlerts.filter(({ message }) => !sent.has(message))) await call(alerts.send, alert)
}
