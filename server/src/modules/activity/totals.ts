import type { activity, ActivityCategory, ActivityTotals } from '@agency-support/contract/modules/activity'
import type { Handler } from '../../calls/context.ts'
import type { ReadDb } from '../../db/open.ts'
import { countClients } from '../agency-files/public.ts'
import { cacheBriefly } from '../../calls/cached-result.ts'
import { getSince } from './since.ts'
import { readClientCounts, readFigures } from './store.ts'

const computed = cacheBriefly<ActivityTotals>()

/** The figures of the dashboard. */
export const totals: Handler<typeof activity.totals> = (_input, { db, now, services }) =>
  computed(services, now, () => compute(db, now))

const fields = {
  Registration: 'registrations',
  Cloud: 'cloud',
  Texting: 'texting',
  Vendor: 'vendor',
} as const satisfies Record<ActivityCategory, keyof ActivityTotals['total']>

async function compute(db: ReadDb, now: Date): Promise<ActivityTotals> {
  const since = getSince(now)
  const [figures, clients, before] = await Promise.all([
    readFigures(db, since),
    countClients(db),
    readClientCounts(db, since),
  ])
  const none = { registrations: 0, cloud: 0, texting: 0, vendor: 0 }
  const all: ActivityTotals = {
    total: { ...none, clients },
    days1: { ...none, clients: clients - (before.day ?? clients) },
    days7: { ...none, clients: clients - (before.week ?? clients) },
  }
  for (const { category, total, days1, days7 } of figures) {
    const field = fields[category]
    all.total[field] = total
    all.days1[field] = days1
    all.days7[field] = days7
  }
  return all
}
