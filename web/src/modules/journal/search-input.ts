import { withoutInvisible } from '@agency-support/contract/rules/search'
import { fromAddress } from './local-instant.ts'
import { readBy } from './event-list.tsx'
import type { JournalConditions } from './journal-filters.tsx'

function common({ actor, by: asked, from, to, text }: JournalConditions) {
  const by = readBy(asked)
  const wanted = withoutInvisible(text).trim()
  // An hour repeated at the end of daylight saving time is included completely.
  const [begin, end] = [fromAddress(from, 'first')?.toISOString(), fromAddress(to, 'last')?.toISOString()]
  return {
    ...(actor === '' ? {} : { actor }),
    ...(by === 'all' ? {} : { by }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { to: end }),
    ...(wanted === '' ? {} : { text: wanted }),
  }
}

/** Conditions as input of the search; empty ones are omitted. */
export function searchInput(conditions: JournalConditions) {
  const agencyId = Number(conditions.agency)
  return {
    ...common(conditions),
    ...(agencyId > 0 ? { agencyId } : {}),
    ...(conditions.event === '' ? {} : { events: [conditions.event] }),
  }
}

/** Conditions as input of the export. */
export function exportInput(conditions: JournalConditions) {
  return {
    ...common(conditions),
    ...(Number(conditions.agency) > 0 ? { agencyId: conditions.agency } : {}),
    ...(conditions.event === '' ? {} : { events: conditions.event }),
  }
}
