import { readOnlyHeader } from '@agency-support/contract/envelope'
import { create } from 'zustand'
import { isOfProxy } from './connection.ts'

const askAgainMs = 10_000

let timer: ReturnType<typeof setTimeout> | undefined

/** True while the database accepts no changes. */
export const useReadOnly = create<boolean>()(() => false)

/** Probes with the fastest call, so that the end is noticed even if nobody does anything. */
async function probe(): Promise<void> {
  try {
    const { status, headers } = await fetch('/health/live', { cache: 'no-store' })
    if (!isOfProxy(status)) readOnly.note(headers)
  } catch {
    // No answer says nothing about this state; a lost connection is handled elsewhere.
  }
  if (useReadOnly.getState()) timer = setTimeout(() => void probe(), askAgainMs)
}

/** Whether the database currently accepts no changes, as every answer's headers report. */
export const readOnly = {
  /** Reads the headers of an answer. */
  note(headers: Headers): void {
    const next = headers.has(readOnlyHeader)
    if (next === useReadOnly.getState()) return
    useReadOnly.setState(next)
    clearTimeout(timer)
    if (next) timer = setTimeout(() => void probe(), askAgainMs)
  },
}
