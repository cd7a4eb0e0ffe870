import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { listAgencies } from './store.ts'
import { configColumns } from './view.ts'

/** All agencies, streamed as they are read. */
export const listConfigs: Handler<typeof agencies.listConfigs> = (_input, { db }) =>
  listAgencies(db, configColumns)
