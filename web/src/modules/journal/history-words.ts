import { allEvents } from '@agency-support/contract'
import { getModule } from '@agency-support/contract/event'
import type { FieldValues } from '@agency-support/contract/modules/journal'

/** What a person reads for an event; an event of an older build keeps its name. */
export function eventLabel(name: string): string {
  return allEvents.get(name)?.label ?? name
}

/** The fields an entry speaks of. */
export function changedFields(before: FieldValues | null, after: FieldValues | null): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}

/** Modules whose events can be an agency's. */
const agencyModules: ReadonlySet<string> = new Set([
  'agencies',
  'agencyCommands',
  'agencyFiles',
  'agencyKeys',
  'agencyUsers',
  'certificates',
  'email',
  'esignature',
  'marketplace',
  'seats',
  'texting',
])

/** Whether an event of this name can stand in the history of an agency. */
export function isOfAgency(name: string): boolean {
  return (
    agencyModules.has(getModule(name)) && name !== 'agencies.importRun' && name !== 'agencies.importProgress'
  )
}
