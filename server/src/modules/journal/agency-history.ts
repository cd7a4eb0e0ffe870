import { historyPageSize, type journal } from '@agency-support/contract/modules/journal'
import type { Handler } from '../../calls/context.ts'
import { visibleEvents } from './filter.ts'
import { agencyEntries } from './store.ts'
import { entryView } from './view.ts'

/** The newest entries of an agency that the reader may see, or those before a given one. */
export const agencyHistory: Handler<typeof journal.agencyHistory> = async (
  { agencyId, before, events, by },
  { db, session },
) => {
  const visible = visibleEvents(session.permissions)
  const asked = events === undefined ? visible : visible.filter((name) => events.includes(name))
  if (asked.length === 0) return []
  const rows = await agencyEntries(db, { agencyId, before, events: asked, by, limit: historyPageSize })
  return rows.map(entryView)
}
