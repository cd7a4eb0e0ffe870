import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Handler } from '../../calls/context.ts'
import { ask } from './ask.ts'

/** The contacts of an agency, the main one first. */
export const contacts: Handler<typeof subscription.contacts> = ({ agencyId }, ctx) =>
  ask(ctx, (backOffice) => backOffice.mainContacts(agencyId))
