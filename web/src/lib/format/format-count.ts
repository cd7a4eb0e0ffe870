import { formatNumber } from './format.ts'

/** A number with its noun: `1 file`, `2 files`. */
export function formatCount(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`
}
