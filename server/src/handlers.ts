import type { Contract } from '@agency-support/contract'
import type { Handlers } from './calls/context.ts'
import type { Tx } from './db/open.ts'
import { activityHandlers } from './modules/activity/index.ts'
import { agencyHandlers } from './modules/agencies/index.ts'
import { agencyFileHandlers } from './modules/agency-files/index.ts'
import { filesOfUploads } from './modules/agency-files/public.ts'
import { agencyKeyHandlers } from './modules/agency-keys/index.ts'
import { agencyReportPartsHandlers } from './modules/agency-report-parts/index.ts'
import { agencyReportHandlers } from './modules/agency-reports/index.ts'
import { agencyUsersHandlers } from './modules/agency-users/index.ts'
import { keepLockedUser } from './modules/agency-users/public.ts'
import { alertsHandlers } from './modules/alerts/index.ts'
import { createAgencyCommandHandlers } from './modules/agency-commands/index.ts'
import type { EndedCommand } from './modules/agency-commands/public.ts'
import { certificateHandlers } from './modules/certificates/index.ts'
import { esignatureHandlers } from './modules/esignature/index.ts'
import { emailHandlers } from './modules/email/index.ts'
import { healthHandlers } from './modules/health/index.ts'
import { journalHandlers } from './modules/journal/index.ts'
import { operationsHandlers } from './modules/operations/index.ts'
import { productHandlers } from './modules/marketplace/index.ts'
import { reportHandlers } from './modules/reports/index.ts'
import { seatsHandlers } from './modules/seats/index.ts'
import { keepUnreleasedSeat } from './modules/seats/public.ts'
import { marketplaceHandlers } from './modules/marketplace-agency/index.ts'
import { secondFactorHandlers } from './modules/second-factor/index.ts'
import { checkCode, checkPasskey, listWays, passkeyOptions } from './modules/second-factor/public.ts'
import { createSessionHandlers } from './modules/session/index.ts'
import { staffHandlers } from './modules/staff/index.ts'
import { subscriptionHandlers } from './modules/subscription/index.ts'
import { switchesHandlers } from './modules/switches/index.ts'
import { textingPresenceHandlers } from './modules/texting-presence/index.ts'
import { textingHandlers } from './modules/texting/index.ts'

/** What the modules do when an agency command has ended, in its transaction. */
export async function commandEnded(tx: Tx, ended: EndedCommand): Promise<void> {
  await keepUnreleasedSeat(tx, ended)
  await keepLockedUser(tx, ended)
}

/** The handlers of all modules; a call without a handler does not compile. */
export const handlers: { readonly [R in keyof Contract]: Handlers<Contract[R]> } = {
  session: createSessionHandlers({ checkCode, checkPasskey, listWays, passkeyOptions }),
  secondFactor: secondFactorHandlers,
  staff: staffHandlers,
  switches: switchesHandlers,
  agencies: agencyHandlers,
  health: healthHandlers,
  agencyKeys: agencyKeyHandlers,
  agencyCommands: createAgencyCommandHandlers({
    findArrivedFiles: filesOfUploads,
    commandEnded,
  }),
  agencyFiles: agencyFileHandlers,
  agencyUsers: agencyUsersHandlers,
  agencyReports: agencyReportHandlers,
  agencyReportParts: agencyReportPartsHandlers,
  subscription: subscriptionHandlers,
  seats: seatsHandlers,
  certificates: certificateHandlers,
  esignature: esignatureHandlers,
  email: emailHandlers,
  alerts: alertsHandlers,
  textingPresence: textingPresenceHandlers,
  texting: textingHandlers,
  marketplace: marketplaceHandlers,
  activity: activityHandlers,
  products: productHandlers,
  reports: reportHandlers,
  journal: journalHandlers,
  operations: operationsHandlers,
}
