import type { IdRange } from './search-store.ts'

const idLength = 8

/** The ids that begin with these 1 to 8 digits, whether written plainly or padded to 8 digits, as ordered ranges. */
export function idRanges(digits: string): IdRange[] {
  const value = Number(digits)
  const padded = toRange(value, idLength - digits.length)
  if (digits.startsWith('0')) return [padded]
  return Array.from({ length: idLength - digits.length + 1 }, (_, more) => toRange(value, more))
}

function toRange(value: number, digitsMore: number): IdRange {
  const step = 10 ** digitsMore
  return [value * step, value * step + step - 1]
}
