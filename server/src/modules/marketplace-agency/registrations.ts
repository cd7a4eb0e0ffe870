import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { listRegistrations } from './store.ts'
import { registrationView } from './view.ts'

/** All registrations of an agency; the reader derives from the server's clock which have expired. */
export const registrations: Handler<typeof marketplace.registrations> = async ({ agencyId }, ctx) =>
  (await listRegistrations(ctx.db, agencyId)).map(registrationView)
