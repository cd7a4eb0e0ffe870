import type { journal } from '@agency-support/contract/modules/journal'
import type { Handlers } from '../../calls/context.ts'
import { agencyHistory } from './agency-history.ts'
import { exportCsv } from './export-csv.ts'
import { live } from './live.ts'
import { people } from './people.ts'
import { search } from './search.ts'

export const journalHandlers: Handlers<typeof journal> = { agencyHistory, search, people, exportCsv, live }
