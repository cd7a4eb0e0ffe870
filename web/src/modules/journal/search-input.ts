import { withoutInvisible } from '@agency-support/contract/rules/search'
import { toInstants } from '../../lib/local-instant.ts'
import { readBy } from './event-list.tsx'
import type { JournalConditions } from './journal-filters.tsx'

function common({ actor, by: asked, from, to, text }: JournalConditions) {
  const by = readBy(asked)
  const wanted = withoutInvisible(text).trim()
  // Of an hour that the clocks go through twice nothing is left out.
  const [begin, end] = [toInstants(from)?.first.toISOString(), toInstants(to)?.last.toISOString()]
  return {
    ...(actor === '' ? {} : { actor }),
    ...(by === 'all' ? {} : { by }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { to: end }),
    ...(wanted === '' ? {} : { text: wanted }),
  }
}

/** Conditions as the search takes them; empty ones are left out. */
export function searchInput(conditions: JournalConditions) {
  const agencyId = Number(conditions.agency)
  return {
    ...common(conditions),
    ...(agencyId > 0 ? { agencyId } : {}),
    ...(conditions.event === '' ? {} : { events: [conditions.event] }),
  }
}

/** Conditions as the export's address takes them. */
export function exportInput(conditions: JournalConditions) {
  return {
    ...common(conditions),
    ...(Number(conditions.agency) > 0 ? { agencyId: conditions.agency } : {}),
    ...(conditions.event === '' ? {} : { events: conditions.event }),
  }
}
