/** A piece of a line; `hit` where it is what was searched for. */
export interface Piece {
  text: string
  hit: boolean
}

/** A line cut at every place where the text stands, whatever its case; the pieces together are the line. */
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
