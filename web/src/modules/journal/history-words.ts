import { allEvents } from '@agency-support/contract'
import type { FieldValues } from '@agency-support/contract/modules/journal'

/** What a person reads for an event; an event of an older build keeps its name. */
export function eventLabel(name: string): string {
  return allEvents.get(name)?.label ?? name
}

/** Field names as words: versionDisplay → version display. */
export function fieldLabel(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** The fields an entry speaks of. */
export function changedFields(before: FieldValues | null, after: FieldValues | null): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}
