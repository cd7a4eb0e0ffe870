import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { keepFor } from '../../jobs/keep-for.ts'
import { deleteDraftsBefore } from './store.ts'

/** Few, because the parts of one that was never committed may hold 48 MiB. */
const draftsAtOnce = 20

/** Deletes reports in parts a day after they were begun. */
export const deleteOldDrafts = keepFor(protocolNumbers.reportSeconds, deleteDraftsBefore, draftsAtOnce)
