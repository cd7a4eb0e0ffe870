import { agencyStatuses, regionNames, storageModes } from '@agency-support/contract/modules/agencies'
import { getModule } from '@agency-support/contract/event'
import type { FieldValues } from '@agency-support/contract/modules/journal'
import { staffStatuses } from '@agency-support/contract/modules/staff'
import { reasonLabel } from '@agency-support/contract/rules/agency-commands'
import { domainNames, onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { toAgencyType } from '@agency-support/contract/rules/seats'
import { productStatuses } from '@agency-support/contract/rules/product-statuses'

export type FieldValue = FieldValues[string] | undefined

/** Each module numbers its own statuses. */
const statuses: Readonly<Record<string, readonly { value: number; label: string }[]>> = {
  agencies: agencyStatuses,
  staff: staffStatuses,
  texting: productStatuses,
}

function findLabel(event: string, field: string, value: FieldValue): string | undefined {
  if (field === 'status') return statuses[getModule(event)]?.find((one) => one.value === value)?.label
  if (field === 'storageMode') return storageModes.find((one) => one.value === value)?.label
  if (field === 'regionId') return regionNames[Number(value)]
  if (field === 'domains') return domainNames(Number(value))
  if (field === 'agencyType') return toAgencyType(Number(value)).name
  if (field === 'onboardingStatus') return onboardingStatuses.find(({ id }) => id === value)?.name
  return undefined
}

/** A value that is there, in words: a coded number as its label, an unknown one as it is. */
export function sayValue(event: string, field: string, value: NonNullable<FieldValue>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return findLabel(event, field, value) ?? String(value)
}

/** A reason in words: those of commands are codes, all others are told as they are. */
export function sayReason(event: string, reason: string): string {
  return getModule(event) === 'agencyCommands' ? reasonLabel(reason) : reason
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** True of a value that is an instant, which is shown in the zone of the screen. */
export function isInstant(value: FieldValue): value is string {
  return typeof value === 'string' && instant.test(value)
}
