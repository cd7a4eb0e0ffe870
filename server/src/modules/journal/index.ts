import type { journal } from '@agency-support/contract/modules/journal'
import type { Handlers } from '../../http/context.ts'
import { agencyHistory } from './agency-history.ts'
import { live } from './live.ts'

export const journalHandlers: Handlers<typeof journal> = { agencyHistory, live }
