import { padAgencyId } from '../ids.ts'

/** Printable ASCII with single spaces between words. */
const plainText = /^[!-~]+(?: [!-~]+)*$/

/** The form in which names are compared and indexed: no accents, no invisible characters, one case, single spaces. */
export function foldText(text: string): string {
  // The common case: a search folds hundreds of names.
  if (plainText.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Text without invisible characters, which pasting may add; for texts that are compared literally, such as URLs. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
}

/** True if one of these names and numbers contains the text, compared in folded form. */
export function textMatches(row: readonly string[], text: string): boolean {
  return foldText(row.join(' ')).includes(foldText(text))
}

/** The digits of an id that was dictated or pasted (`6 938`, `0000-6938`); undefined if it is not an id. */
export function idDigits(text: string): string | undefined {
  const compact = text.replace(/[\s\p{Cf}-]/gu, '')
  return /^[0-9]{1,8}$/.test(compact) ? compact : undefined
}

/** The text of an agency for local search: padded id and folded name. */
function agencyHaystack(agency: { agencyId: number; name: string }): string {
  return `${padAgencyId(agency.agencyId)} ${foldText(agency.name)}`
}

/**
 * How well an agency matches a text, 0 best (D-108): the id, alone or with the beginning of the name, or the whole name;
 * the beginning of the id with or without leading zeros, the beginning of the name, the beginning of a word, anywhere.
 */
export function agencyRank(agency: { agencyId: number; name: string }, text: string): number {
  return rankFor(text)(agency)
}

/** The same for many agencies. */
function rankFor(text: string): (agency: { agencyId: number; name: string }) => number {
  const wanted = foldText(text)
  const digits = idDigits(text)
  return ({ agencyId, name: written }) => {
    const name = foldText(written)
    if (name === wanted || (digits !== undefined && Number(digits) === agencyId)) return 0
    const ids = [String(agencyId), padAgencyId(agencyId)]
    if (digits !== undefined && ids.some((id) => id.startsWith(digits))) return 1
    if (name.startsWith(wanted)) return 2
    if (beginsWord(name, wanted)) return 3
    // Across the end of the id, as the local search finds it.
    return !name.includes(wanted) && `${ids[1]} ${name}`.includes(wanted) ? 0 : 4
  }
}

/** Whether a word of a text begins with the wanted one; both folded. */
export function hasWordBeginning(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || beginsWord(text, wanted)
}

const letterOrDigit = /[\p{L}\p{N}]$/u

function beginsWord(name: string, wanted: string): boolean {
  for (let at = name.indexOf(wanted, 1); at > 0; at = name.indexOf(wanted, at + 1))
    if (!letterOrDigit.test(name.slice(0, at))) return true
  return false
}

/** Agencies that match a text, best first; equally good ones keep their order. */
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

/** True if a row of the agency list matches the typed text (spec-000 §5, D-25). */
export function agencyMatches(agency: { agencyId: number; name: string }, text: string): boolean {
  const haystack = agencyHaystack(agency)
  const digits = idDigits(text)
  if (digits !== undefined && haystack.slice(0, 8).includes(digits)) return true
  return haystack.includes(foldText(text))
}
