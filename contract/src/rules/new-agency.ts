import { whyUnseen } from './characters.ts'
import { isPlainText } from './hidden-characters.ts'

const required = 'Required'

/** Maximum and sentences of a new agency's numbers (spec-000 §3 and §5); the minimum is always 1. */
export const newAgencyNumbers = {
  agencyId: { most: 99_999_999, tooMany: 'Agency id has at most 8 digits.' },
  projectedClients: { most: 1_000_000, tooMany: "Can't be greater than 1,000,000" },
  projectedUsers: { most: 9_999_999, tooMany: 'Projected users has at most 7 digits.' },
} as const

/** Maximum length and sentences of an agency's name. */
export const newAgencyName = {
  most: 100,
  tooMany: 'Agency name must be 1 to 100 characters.',
  control: 'Agency name must not hold control characters.',
} as const

export const newAgencySentences = { required, positive: 'Must be a positive number' } as const

/** Why a new agency cannot have this number; undefined if it can. An undefined number is an empty field. */
export function whyNotNumber(
  field: keyof typeof newAgencyNumbers,
  value: number | undefined,
): string | undefined {
  const { most, tooMany } = newAgencyNumbers[field]
  if (value === undefined || !Number.isSafeInteger(value)) return required
  if (value < 1) return newAgencySentences.positive
  return value > most ? tooMany : undefined
}

/** Why a new agency cannot have this name; undefined if it can. */
export function whyNotName(name: string): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return required
  if (trimmed.length > newAgencyName.most) return newAgencyName.tooMany
  return whyUnreadable(trimmed)
}

/** Why no agency can have this name because of its characters; undefined if it can. */
export function whyUnreadable(name: string): string | undefined {
  return isPlainText(name) ? whyUnseen('Agency name', name) : newAgencyName.control
}
