import type { activity } from '@agency-support/contract/modules/activity'
import type { Handlers } from '../../calls/context.ts'
import { additions } from './additions.ts'
import { rows } from './rows.ts'
import { signins } from './signins.ts'
import { totals } from './totals.ts'

/** The module of the sign-in report and the product activity dashboard. */
export const activityHandlers: Handlers<typeof activity> = { signins, totals, additions, rows }
