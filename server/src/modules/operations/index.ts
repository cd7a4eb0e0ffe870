import type { operations } from '@agency-support/contract/modules/operations'
import type { Handlers } from '../../calls/context.ts'
import { status } from './status.ts'

/** The handlers of the operations page. */
export const operationsHandlers: Handlers<typeof operations> = { status }
