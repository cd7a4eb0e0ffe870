import { readBy } from './event-list.tsx'
import type { JournalConditions } from './journal-filters.tsx'

/** The instant of a local date-and-time field; undefined when it is empty or half typed. */
function parseInstant(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

function common({ actor, by: asked, from, to, text }: JournalConditions) {
  const by = readBy(asked)
  const [begin, end] = [parseInstant(from), parseInstant(to)]
  return {
    ...(actor === '' ? {} : { actor }),
    ...(by === 'all' ? {} : { by }),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { to: end }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
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
