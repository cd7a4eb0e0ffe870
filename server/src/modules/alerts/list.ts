import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handler } from '../../calls/context.ts'
import { listActive } from './store.ts'
import { alertView } from './view.ts'

/** The active alerts; code 2 if there are none. */
export const list: Handler<typeof alerts.list> = async (_input, ctx) => {
  const rows = await listActive(ctx.db)
  if (rows.length === 0) throw ctx.refuse('none')
  return rows.map(alertView)
}
