import { allEvents } from '@agency-support/contract'
import type { JournalFilter } from './search-store.ts'

/** Events that a reader with these permissions may see. */
export function visibleEvents(permissions: readonly number[]): string[] {
  return [...allEvents.values()]
    .filter(({ sees }) => sees.every((id) => permissions.includes(id)))
    .map(({ name }) => name)
}

interface Asked {
  by?: 'people' | 'software' | undefined
  actor?: string | undefined
  agencyId?: number | undefined
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}

/** The store's filter for the wire's; undefined if the reader may see none of the requested events. */
export function journalFilter(
  asked: Asked,
  events: readonly string[] | undefined,
  permissions: readonly number[],
): JournalFilter | undefined {
  const visible = visibleEvents(permissions)
  const chosen = events === undefined ? visible : visible.filter((name) => events.includes(name))
  if (chosen.length === 0) return undefined
  return {
    by: asked.by,
    actor: asked.actor === '' ? undefined : asked.actor,
    agencyId: asked.agencyId,
    events: chosen,
    eventsChosen: events !== undefined,
    from: asked.from === undefined ? undefined : new Date(asked.from),
    to: asked.to === undefined ? undefined : new Date(asked.to),
    text: asked.text,
  }
}
