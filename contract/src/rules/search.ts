import { padAgencyId } from '../ids.ts'

/** The form in which names are compared and indexed: no accents, nothing invisible (it comes with what is pasted), one case, single blanks. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

/** What was pasted without what cannot be seen, for texts that are compared as they are written: addresses, numbers. */
export function withoutInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, '')
}

/** True when a text stands in a row of these names and numbers, however it is written. */
export function textMatches(row: readonly string[], text: string): boolean {
  return foldText(row.join(' ')).includes(foldText(text))
}

/** The digits of an id that was read aloud or pasted (`6 938`, `0000-6938`), or undefined when it is not one. */
export function idDigits(text: string): string | undefined {
  const compact = text.replace(/[\s\p{Cf}-]/gu, '')
  return /^[0-9]{1,8}$/.test(compact) ? compact : undefined
}

/** What an agency is compared against locally: padded id and folded name. */
function agencyHaystack(agency: { agencyId: number; name: string }): string {
  return `${padAgencyId(agency.agencyId)} ${foldText(agency.name)}`
}

/**
 * How well an agency answers a text, 0 best (D-108): the id or the whole name, the beginning of the id with or without
 * its zeros, the beginning of the name, the beginning of a word, anywhere inside.
 */
export function agencyRank(agency: { agencyId: number; name: string }, text: string): number {
  return rankFor(text)(agency)
}

/** The same for many agencies. */
function rankFor(text: string): (agency: { agencyId: number; name: string }) => number {
  const wanted = foldText(text)
  const digits = idDigits(text)
  return (agency) => toRank(agency, wanted, digits)
}

function toRank(
  agency: { agencyId: number; name: string },
  wanted: string,
  digits: string | undefined,
): number {
  const name = foldText(agency.name)
  if (name === wanted || (digits !== undefined && Number(digits) === agency.agencyId)) return 0
  const ids = [String(agency.agencyId), padAgencyId(agency.agencyId)]
  if (digits !== undefined && ids.some((id) => id.startsWith(digits))) return 1
  if (name.startsWith(wanted)) return 2
  return beginsWord(name, wanted) ? 3 : 4
}

/** Whether a word of a text begins with what was typed; both folded. */
export function hasWordBeginning(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || beginsWord(text, wanted)
}

const letterOrDigit = /[\p{L}\p{N}]$/u

function beginsWord(name: string, wanted: string): boolean {
  for (let at = name.indexOf(wanted, 1); at > 0; at = name.indexOf(wanted, at + 1))
    if (!letterOrDigit.test(name.slice(0, at))) return true
  return false
}

/** Agencies that answer a text, best first; equally good ones keep their order. */
export function bestFirst<Agency extends { agencyId: number; name: string }>(
  agencies: readonly Agency[],
  text: string,
): Agency[] {
  const rank = rankFor(text)
  return agencies
    .map((agency) => ({ agency, rank: rank(agency) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ agency }) => agency)
}

/** True when a row of the agency list stays while `text` is typed (spec-000 §5, D-25). */
export function agencyMatches(agency: { agencyId: number; name: string }, text: string): boolean {
  const haystack = agencyHaystack(agency)
  const digits = idDigits(text)
  if (digits !== undefined && haystack.slice(0, 8).includes(digits)) return true
  return haystack.includes(foldText(text))
}
