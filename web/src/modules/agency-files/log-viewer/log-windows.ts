/** Lines per part of a long log: browsers cannot render a box as tall as millions of lines. */
export const partLines = 100_000

/** Lines fetched together. */
export const pageLines = 500

/** Start and size of a part of a log; parts are counted from 0, lines from 1. */
export interface Part {
  index: number
  /** Number of its first line. */
  first: number
  lines: number
}

/** The number of parts of a log; an empty log has one. */
export function partCount(totalLines: number): number {
  return Math.max(1, Math.ceil(totalLines / partLines))
}

/** The part with this index, or the nearest one. */
export function partAt(index: number, totalLines: number): Part {
  const inside = Math.min(Math.max(0, index), partCount(totalLines) - 1)
  const first = inside * partLines + 1
  return { index: inside, first, lines: Math.max(0, Math.min(partLines, totalLines - first + 1)) }
}

/** The line with this number, or the nearest one. */
export function lineNear(line: number, totalLines: number): number {
  return Math.min(Math.max(1, line), totalLines)
}

/** The part that contains a line. */
export function partOfLine(line: number): number {
  return Math.floor((Math.max(1, line) - 1) / partLines)
}

/** The first line of the page that contains a line. */
export function pageOfLine(line: number): number {
  return Math.floor((line - 1) / pageLines) * pageLines + 1
}

/** The pages that contain the lines from `first` to `last`. */
export function pagesBetween(first: number, last: number): readonly number[] {
  const pages: number[] = []
  for (let page = pageOfLine(first); page <= last; page += pageLines) pages.push(page)
  return pages
}

/** False where lines of a log hold what is left of bytes that are no UTF-8, or the zeros of UTF-16: a search misses them. */
export function isUtf8Text(lines: readonly string[]): boolean {
  return !lines.some((line) => line.includes('\ufffd') || line.includes('\0'))
}
