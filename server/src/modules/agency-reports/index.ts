import type { agencyReports } from '@agency-support/contract/modules/agency-reports'
import type { Handlers } from '../../calls/context.ts'
import { notes } from './notes.ts'

/** Entries of agencies' reports that were not understood. */
export const agencyReportHandlers: Handlers<typeof agencyReports> = { notes }
