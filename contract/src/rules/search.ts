import { padAgencyId } from '../ids.ts'

/** The form in which names are compared and indexed: no accents, one case, single blanks. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

/** The digits of an id that was read aloud or pasted (`6 938`, `0000-6938`), or undefined when it is not one. */
export function idDigits(text: string): string | undefined {
  const compact = text.replace(/[\s\p{Cf}-]+/gu, '')
  return /^[0-9]{1,8}$/.test(compact) ? compact : undefined
}

/** What an agency is compared against locally: padded id and folded name. */
function agencyHaystack(agency: { agencyId: number; name: string }): string {
  return `${padAgencyId(agency.agencyId)} ${foldText(agency.name)}`
}

/** True when a row of the agency list stays while `text` is typed (spec-000 §5, D-25). */
export function agencyMatches(agency: { agencyId: number; name: string }, text: string): boolean {
  const haystack = agencyHaystack(agency)
  const digits = idDigits(text)
  if (
    digits !== undefined &&
    (haystack.slice(0, 8).includes(digits) || String(agency.agencyId).startsWith(digits))
  )
    return true
  return haystack.includes(foldText(text))
}
