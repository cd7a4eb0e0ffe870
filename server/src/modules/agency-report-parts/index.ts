import type { agencyReportParts } from '@agency-support/contract/modules/agency-report-parts'
import type { Handlers } from '../../calls/context.ts'
import { begin } from './begin.ts'
import { commit } from './commit.ts'
import { part } from './part.ts'

/** Long reports of agencies' software: begun, sent in parts, committed. */
export const agencyReportPartsHandlers: Handlers<typeof agencyReportParts> = { begin, part, commit }
