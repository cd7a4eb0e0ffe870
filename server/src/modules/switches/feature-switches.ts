import type { switches } from '@agency-support/contract/modules/switches'
import type { Handler } from '../../calls/context.ts'
import { listSwitches } from './store.ts'

/** Every switch with its state. */
export const featureSwitches: Handler<typeof switches.featureSwitches> = (_input, { db }) => listSwitches(db)
