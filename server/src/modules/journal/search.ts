import { historyPageSize, type journal } from '@agency-support/contract/modules/journal'
import type { Handler } from '../../calls/context.ts'
import { WrittenJson } from '../../calls/written-json.ts'
import { journalFilter } from './filter.ts'
import { scan } from './search-store.ts'
import { entryColumns } from './view.ts'

/** A page of the journal, and how far back it has searched. */
export const search: Handler<typeof journal.search> = async (
  { events, before, ...asked },
  { db, session },
) => {
  const filter = journalFilter(asked, events, session.permissions)
  if (filter === undefined) return { entries: [], next: null, lookedBackTo: null }
  const wanted = { before, limit: historyPageSize }
  const { items, next, lookedBackTo } = await scan(db, filter, wanted, entryColumns)
  const end = JSON.stringify({ next, lookedBackTo }).slice(1)
  return new WrittenJson(`{"entries":[${items ?? ''}],${end}`)
}
