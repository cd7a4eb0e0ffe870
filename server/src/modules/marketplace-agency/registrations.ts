import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { listRegistrations } from './store.ts'
import { registrationView } from './view.ts'

/** Everybody who asked to be registered; who expired is told from the others by the reader's clock of the server. */
export const registrations: Handler<typeof marketplace.registrations> = async ({ agencyId }, ctx) =>
  (await listRegistrations(ctx.db, agencyId)).map(registrationView)
