import { withoutInvisible } from './search.ts'

/** Maximum length of a minimum version. */
export const maxVersionLength = 20

const sample = '(Sample Version Input: 5.1.2)'

/** Problems of a minimum version, each with an example (spec-002 §5, D-69). */
const versionTexts = {
  tooLong: `Minimum CMS Version must be at most ${maxVersionLength} characters.`,
  characters: `Invalid Minimum Version ${sample}`,
  leading: `Invalid Minimum Version, cannot start with decimal. ${sample}`,
  trailing: `Invalid Minimum Version, cannot end with decimal. ${sample}`,
  repeated: `Invalid Minimum Version, cannot have repeating decimals. ${sample}`,
} as const

/** Why a text is not a valid minimum version; undefined if it is, or is empty. */
export function whyNotVersion(text: string): string | undefined {
  const version = text.trim()
  if (!/^[0-9.]*$/.test(version)) return versionTexts.characters
  if (version.startsWith('.')) return versionTexts.leading
  if (version.endsWith('.')) return versionTexts.trailing
  if (version.includes('..')) return versionTexts.repeated
  return version.length > maxVersionLength ? versionTexts.tooLong : undefined
}

/** The values of a product's Availability form. */
export interface ProductAvailability {
  enabled: boolean
  overrideAgencies: readonly number[]
  minimumCMSVersion: string
}

/** Maximum agency ids in a list. */
export const maxOverrides = 10_000
const maxAgencyId = 99_999_999

/** The agency ids of a text, in order without duplicates, and the pieces that are none. */
export interface ParsedOverrides {
  agencyIds: number[]
  dropped: string[]
}

/**
 * Reads agency ids separated by commas, spaces or line breaks; an id has 1 to 8 ASCII digits and is at least 1 (D-41).
 */
export function parseOverrides(text: string): ParsedOverrides {
  const pieces = withoutInvisible(text)
    .split(/[\s,]/)
    .filter((piece) => piece !== '')
  const isId = (piece: string): boolean => /^[0-9]{1,8}$/.test(piece) && Number(piece) > 0
  return {
    agencyIds: sortIds(pieces.filter(isId).map(Number)),
    dropped: [...new Set(pieces.filter((piece) => !isId(piece)))],
  }
}

function sortIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other)
}

/** The agency ids among the values of a list on the wire, in order without duplicates. */
export function cleanOverrides(values: readonly unknown[]): number[] {
  const isId = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxAgencyId
  return sortIds(values.filter(isId))
}

/** The sentence for a list that is too long. */
const tooManyOverrides = 'At most 10,000 agencies can be listed.'

/** Problems of a product's availability, a sentence for each field. */
export function findAvailabilityProblems(
  availability: ProductAvailability,
): Partial<Record<keyof ProductAvailability, string>> {
  const version = whyNotVersion(availability.minimumCMSVersion)
  return {
    ...(availability.overrideAgencies.length > maxOverrides ? { overrideAgencies: tooManyOverrides } : {}),
    ...(version === undefined ? {} : { minimumCMSVersion: version }),
  }
}

/** True if both are equal, ignoring the order of overrides. */
export function isSameAvailability(one: ProductAvailability, other: ProductAvailability): boolean {
  return (
    one.enabled === other.enabled &&
    one.minimumCMSVersion.trim() === other.minimumCMSVersion.trim() &&
    sortIds(one.overrideAgencies).join() === sortIds(other.overrideAgencies).join()
  )
}

/** Which agencies see a product, as a sentence of the form. */
export function overridesEffect(enabled: boolean, count: number): string {
  if (count === 0) return enabled ? 'Visible to all agencies.' : 'Hidden from all agencies.'
  const these = count === 1 ? 'this one' : `these ${count.toLocaleString('en-US')}`
  return enabled ? `Visible to all agencies except ${these}.` : `Hidden from all agencies except ${these}.`
}
