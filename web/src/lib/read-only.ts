import { readOnlyHeader } from '@agency-support/contract/envelope'
import { createListeners } from './listeners.ts'

const askAgainMs = 10_000

let isOn = false
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, tell } = createListeners()

/** Asks whatever answers quickest, so that the end is noticed where nobody does anything. */
async function probe(): Promise<void> {
  try {
    readOnly.note((await fetch('/health/live', { cache: 'no-store' })).headers)
  } catch {
    // No answer says nothing; that the server cannot be reached is told elsewhere.
  }
  if (isOn) timer = setTimeout(() => void probe(), askAgainMs)
}

/** Whether the database takes no changes at the moment, as every answer of the server tells. */
export const readOnly = {
  isOn: (): boolean => isOn,
  subscribe,
  /** Reads the headers of an answer. */
  note(headers: Headers): void {
    const next = headers.has(readOnlyHeader)
    if (next === isOn) return
    isOn = next
    tell()
    clearTimeout(timer)
    if (isOn) timer = setTimeout(() => void probe(), askAgainMs)
  },
}
