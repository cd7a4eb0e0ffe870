import type { activity } from '@agency-support/contract/modules/activity'
import type { Handlers } from '../../calls/context.ts'
import { signins } from './signins.ts'

/** The module of the sign-in report and the product activity dashboard. */
export const activityHandlers: Handlers<typeof activity> = { signins }
