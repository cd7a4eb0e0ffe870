import type { activity, ActivitySpan } from '@agency-support/contract/modules/activity'
import type { Handler } from '../../calls/context.ts'
import { always, getSince } from './since.ts'
import { listEvents } from './store.ts'
import { rowView } from './view.ts'

const pageSize = 100

/** A page of the events behind a figure. */
export const rows: Handler<typeof activity.rows> = async ({ cat, since, before }, { db, now }) => {
  const { day, week } = getSince(now)
  const from: Readonly<Record<ActivitySpan, Date>> = { '24h': day, '7d': week, all: always }
  const found = await listEvents(db, {
    category: cat,
    since: from[since],
    before: before ?? null,
    additionsOnly: since !== 'all',
    limit: pageSize,
  })
  return found.map(rowView)
}
