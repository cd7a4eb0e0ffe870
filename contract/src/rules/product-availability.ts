import { withoutInvisible } from './search.ts'

/** Longest minimum version, in characters. */
export const maxVersionLength = 20

const sample = '(Sample Version Input: 5.1.2)'

/** What is wrong with a minimum version, each with the sample (spec-002 §5, D-69). */
const versionTexts = {
  tooLong: `Minimum CMS Version must be at most ${maxVersionLength} characters.`,
  characters: `Invalid Minimum Version ${sample}`,
  leading: `Invalid Minimum Version, cannot start with decimal. ${sample}`,
  trailing: `Invalid Minimum Version, cannot end with decimal. ${sample}`,
  repeated: `Invalid Minimum Version, cannot have repeating decimals. ${sample}`,
} as const

/** Why a text is no minimum version of a product; undefined for one, and for none at all. */
export function whyNotVersion(text: string): string | undefined {
  const version = text.trim()
  if (!/^[0-9.]*$/.test(version)) return versionTexts.characters
  if (version.startsWith('.')) return versionTexts.leading
  if (version.endsWith('.')) return versionTexts.trailing
  if (version.includes('..')) return versionTexts.repeated
  return version.length > maxVersionLength ? versionTexts.tooLong : undefined
}

/** What the Availability form of a product holds. */
export interface ProductAvailability {
  enabled: boolean
  overrideAgencies: readonly number[]
  minimumCMSVersion: string
}

/** A list of agency ids takes no more. */
export const maxOverrides = 10_000
const maxAgencyId = 99_999_999

/** The agency ids of a text, each once in their order, and the pieces that are none. */
export interface ParsedOverrides {
  agencyIds: number[]
  dropped: string[]
}

/** Reads agency ids between commas, blanks or line breaks; only 1 to 8 ASCII digits from 1 on are one (D-41). */
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

/** Values of a list on the wire that are agency ids, each once in their order; any other is dropped. */
export function cleanOverrides(values: readonly unknown[]): number[] {
  const isId = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxAgencyId
  return sortIds(values.filter(isId))
}

/** What is wrong with more ids than a list takes. */
const tooManyOverrides = 'At most 10,000 agencies can be listed.'

/** What is wrong with the availability of a product, a sentence for each field. */
export function findAvailabilityProblems(
  availability: ProductAvailability,
): Partial<Record<keyof ProductAvailability, string>> {
  const version = whyNotVersion(availability.minimumCMSVersion)
  return {
    ...(availability.overrideAgencies.length > maxOverrides ? { overrideAgencies: tooManyOverrides } : {}),
    ...(version === undefined ? {} : { minimumCMSVersion: version }),
  }
}

/** True when both say the same; the order of the overrides says nothing. */
export function isSameAvailability(one: ProductAvailability, other: ProductAvailability): boolean {
  return (
    one.enabled === other.enabled &&
    one.minimumCMSVersion.trim() === other.minimumCMSVersion.trim() &&
    sortIds(one.overrideAgencies).join() === sortIds(other.overrideAgencies).join()
  )
}

/** What a product lets agencies see of it, in a sentence of the form. */
export function overridesEffect(enabled: boolean, count: number): string {
  if (count === 0) return enabled ? 'Visible to all agencies.' : 'Hidden from all agencies.'
  const these = count === 1 ? 'this one' : `these ${count.toLocaleString('en-US')}`
  return enabled ? `Visible to all agencies except ${these}.` : `Hidden from all agencies except ${these}.`
}
