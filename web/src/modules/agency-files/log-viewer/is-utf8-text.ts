/** False where lines of a log hold what is left of bytes that are no UTF-8, or the zeros of UTF-16: a search misses them. */
export function isUtf8Text(lines: readonly string[]): boolean {
  return !lines.some((line) => line.includes('\ufffd') || line.includes('\0'))
}
