import { toEventTime } from '../../clock.ts'

/** An event that an agency's software tells of, with the instant that counts for it. */
export type Counted<Event> = Event & { when: Date }

/**
 * Those of the events that were not told before, in the order in which they count; of one instant as they were told.
 * `keep` writes events down and returns the ids of those it did not have; of two with one id the first counts.
 */
export async function takeNews<Event extends { id: string; at: string }>(
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
