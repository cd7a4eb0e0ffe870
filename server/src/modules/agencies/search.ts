import type { agencies } from '@agency-support/contract/modules/agencies'
import { bestFirst, foldText, idDigits } from '@agency-support/contract/rules/search'
import type { Handler } from '../../calls/context.ts'
import { idRanges } from './id-ranges.ts'
import { findByIdAndName } from './index-store.ts'
import { maxFound, searchAgencies } from './search-store.ts'
import { listItemView } from './view.ts'

/** Agencies by id or name (D-25), the best answer first (D-108). */
export const search: Handler<typeof agencies.search> = async ({ searchText, max = maxFound }, ctx) => {
  const text = foldText(searchText)
  if (text === '') return []
  const digits = idDigits(searchText)
  const wanted = digits === undefined ? { text } : { text, exact: Number(digits), ranges: idRanges(digits) }
  const both = idAndName(text)
  const found = [
    ...(both === undefined ? [] : await findByIdAndName(ctx.db, both, text)),
    ...(await searchAgencies(ctx.db, wanted, max)),
  ]
  if (found.length > max) ctx.say(`first ${max}, narrow the search`)
  return bestFirst(found.map(listItemView), searchText).slice(0, max)
}

/** An id and the beginning of a name, as they stand side by side: `6938 smith`; undefined if the folded text is not both. */
function idAndName(text: string): { agencyId: number; name: string } | undefined {
  const [, digits, name] = /^([0-9]{1,8}) (.+)$/.exec(text) ?? []
  return name === undefined ? undefined : { agencyId: Number(digits), name }
}
