import { historyPageSize, type journal } from '@agency-support/contract/modules/journal'
import type { Handler } from '../../calls/context.ts'
import { journalFilter } from './filter.ts'
import { lookBack } from './search-store.ts'
import { entryView } from './view.ts'

/** A page of the journal, and how far back it has looked. */
export const search: Handler<typeof journal.search> = async (
  { events, before, ...asked },
  { db, session },
) => {
  const filter = journalFilter(asked, events, session.permissions)
  if (filter === undefined) return { entries: [], next: null, lookedBackTo: null }
  const { rows, next, lookedBackTo } = await lookBack(db, filter, { before, limit: historyPageSize })
  return { entries: rows.map(entryView), next, lookedBackTo: lookedBackTo?.toISOString() ?? null }
}
