import type { ReactNode } from 'react'
import { LocalTime } from '../../components/local-time.tsx'

/** An instant in the format of all reports; nothing if null. */
export function timeCell(at: string | null): ReactNode {
  return at === null ? null : <LocalTime at={at} format="MM/DD/YYYY h:mm:ss a" />
}

/** A flag in words. */
export function toYesNo(flag: boolean): string {
  return flag ? 'Yes' : 'No'
}
