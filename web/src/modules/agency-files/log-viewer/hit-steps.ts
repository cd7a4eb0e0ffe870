import { formatNumber } from '../../../lib/format/format.ts'

/** Index of the next or previous hit from a line, wrapping around. */
export function stepTo(hits: readonly { line: number }[], from: number, by: 1 | -1): number | null {
  if (hits.length === 0) return null
  const found =
    by === 1 ? hits.findIndex(({ line }) => line > from) : hits.findLastIndex(({ line }) => line < from)
  return found === -1 ? (by === 1 ? 0 : hits.length - 1) : found
}

/** ‘3 of 128’, with a plus while the search is running or if it stopped early. */
export function hitText(
  index: number,
  hits: number,
  { isSearching, isFull }: { isSearching: boolean; isFull: boolean },
): string {
  const all = `${formatNumber(hits)}${isSearching || isFull ? '+' : ''}`
  if (hits === 0) return isSearching ? 'Searching…' : 'No matches'
  return index < 0 ? `${all} ${hits === 1 ? 'match' : 'matches'}` : `${formatNumber(index + 1)} of ${all}`
}
