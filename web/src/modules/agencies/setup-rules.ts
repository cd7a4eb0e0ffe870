import { whyNotName, whyNotNumber } from '@agency-support/contract/rules/new-agency'
import type { Rules } from '../../components/forms/form-state.ts'

/** Form values; numbers as digits. */
export interface SetupValues {
  agencyId: string
  agencyName: string
  projectedClients: string
  projectedUsers: string
  isOnline: boolean
}

export const emptySetup: SetupValues = {
  agencyId: '',
  agencyName: '',
  projectedClients: '',
  projectedUsers: '',
  isOnline: false,
}

/** Labels of the fields, in their order on the screen. */
export const setupLabels: Readonly<Record<keyof SetupValues, string>> = {
  agencyId: 'Agency Id',
  agencyName: 'Agency Name',
  projectedClients: 'Projected Clients',
  projectedUsers: 'Projected Users',
  isOnline: 'Online agency',
}

const parseDigits = (digits: string): number | undefined => (digits === '' ? undefined : Number(digits))

/** The new agency for these values, complete or not. */
export function toNewAgency(values: SetupValues) {
  return {
    agencyId: parseDigits(values.agencyId),
    agencyName: values.agencyName,
    projectedClients: parseDigits(values.projectedClients),
    projectedUsers: parseDigits(values.projectedUsers),
    isOnline: values.isOnline,
  }
}

type Field = Exclude<keyof SetupValues, 'isOnline'>

/** The rule that the server applies too, with its sentence. */
function whyNot(field: Field, values: SetupValues): string | undefined {
  return field === 'agencyName'
    ? whyNotName(values.agencyName)
    : whyNotNumber(field, toNewAgency(values)[field])
}

export const setupRules: Rules<SetupValues> = {
  agencyId: (_, values) => whyNot('agencyId', values),
  agencyName: (_, values) => whyNot('agencyName', values),
  projectedClients: (_, values) => whyNot('projectedClients', values),
  projectedUsers: (_, values) => whyNot('projectedUsers', values),
}

const fields: readonly Field[] = ['agencyId', 'agencyName', 'projectedClients', 'projectedUsers']

/** Why Save is disabled: the first empty or invalid field; undefined if all are valid. */
export function whyNotSave(values: SetupValues): string | undefined {
  const bad = fields.find((field) => whyNot(field, values) !== undefined)
  if (bad === undefined) return undefined
  return values[bad].trim() === ''
    ? `Fill in ${setupLabels[bad]} to save.`
    : `Correct ${setupLabels[bad]} to save.`
}
