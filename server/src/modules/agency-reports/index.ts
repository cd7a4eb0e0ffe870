import type { agencyReports } from '@agency-support/contract/modules/agency-reports'
import type { Handlers } from '../../calls/context.ts'
import { notes } from './notes.ts'

/** What agencies' software reports, as far as it was not understood. */
export const agencyReportHandlers: Handlers<typeof agencyReports> = { notes }
