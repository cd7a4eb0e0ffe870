import { allEvents } from '@agency-support/contract'
import { getModule } from '@agency-support/contract/event'
import type { FieldValues } from '@agency-support/contract/modules/journal'
import { compareText } from '@agency-support/contract/rules/text-order'

/** The label of an event; one unknown to this build keeps its name. */
export function eventLabel(name: string): string {
  return allEvents.get(name)?.label ?? name
}

/** Names of the fields that an entry contains. */
export function changedFields(before: FieldValues | null, after: FieldValues | null): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}

/** Modules whose events can belong to an agency. */
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

/** Whether an event of this name can be in an agency's history. */
export function isOfAgency(name: string): boolean {
  return (
    agencyModules.has(getModule(name)) && name !== 'agencies.importRun' && name !== 'agencies.importProgress'
  )
}

/** Events as the choices of a filter, by their labels: those of the names that fit, after everything. */
export function eventChoices(fits: (name: string) => boolean = () => true) {
  const events = [...allEvents.keys()].filter(fits).map((name) => ({ value: name, label: eventLabel(name) }))
  events.sort((a, b) => compareText(a.label, b.label))
  return [{ value: '', label: 'Everything' }, ...events]
}
