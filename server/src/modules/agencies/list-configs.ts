import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../http/context.ts'
import { listAgencies } from './store.ts'
import { configView } from './view.ts'

/** All agencies, written as they are read. */
export const listConfigs: Handler<typeof agencies.listConfigs> = async function* (_input, ctx) {
  for await (const row of listAgencies(ctx.db)) yield configView(row)
}
