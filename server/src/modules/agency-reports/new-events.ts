import { toEventTime } from '../../lib/clock.ts'

/** An event reported by an agency's software, with the time that counts for it. */
export type Counted<Event> = Event & { when: Date }

/**
 * The events that were not reported before, by the time that counts for them, then in the order of the report.
 * `keep` returns the ids of those that are not stored yet, and may store them; of two with one id the first counts.
 */
export async function takeNewEvents<Event extends { id: string; at: string }>(
  events: readonly Event[],
  now: Date,
  keep: (events: readonly Counted<Event>[]) => Promise<ReadonlySet<string>>,
): Promise<Counted<Event>[]> {
  const counted = events.map((event) => ({ ...event, when: toEventTime(new Date(event.at), now) }))
  const first = new Map(counted.toReversed().map((event) => [event.id, event]))
  const once = counted.filter((event) => first.get(event.id) === event)
  const newIds = await keep(once)
  return once
    .filter(({ id }) => newIds.has(id))
    .sort((one, other) => one.when.getTime() - other.when.getTime())
}
