import { maxShownLine } from '@agency-support/contract/rules/agency-files'

/** A piece of a line; `hit` if it matches the search. */
export interface Piece {
  text: string
  hit: boolean
}

/** Splits a line at every case-insensitive match; the pieces joined are the line. */
export function highlight(line: string, searched: string): readonly Piece[] {
  if (searched === '') return [{ text: line, hit: false }]
  const pattern = new RegExp(searched.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu')
  const pieces: Piece[] = []
  let at = 0
  for (const { index, 0: found } of line.matchAll(pattern)) {
    if (index > at) pieces.push({ text: line.slice(at, index), hit: false })
    pieces.push({ text: found, hit: true })
    at = index + found.length
  }
  if (at < line.length || pieces.length === 0) pieces.push({ text: line.slice(at), hit: false })
  return pieces
}

/** True if a found line was cut before its match. */
export function isMatchCutOff(line: string, searched: string): boolean {
  return line.length > maxShownLine && searched !== '' && !highlight(line, searched).some(({ hit }) => hit)
}
