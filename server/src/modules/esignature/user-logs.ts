import { deleteAccountEvent, type esignature } from '@agency-support/contract/modules/esignature'
import type { Handler } from '../../calls/context.ts'
import { listDeleted } from './store.ts'
import { logView } from './view.ts'

/** More than anybody reads; older ones are in the history. */
const maxLines = 1_000

/** Who deleted which account of an agency; other events have no log. */
export const userLogs: Handler<typeof esignature.userLogs> = async ({ agencyId, eventName }, { db }) =>
  eventName === deleteAccountEvent ? (await listDeleted(db, agencyId, maxLines)).map(logView) : []
