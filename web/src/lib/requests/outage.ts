import { create } from 'zustand'

/** Statuses that speak of the installation and not of the call, with a sentence about it (D-01). */
const ofInstallation: ReadonlySet<number> = new Set([405, 413, 414, 415, 429, 431, 503])

/** As long as a red message stands; other calls may succeed at the same moment. */
const minShownMs = 6_000

let shownUntil = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** What the server says about itself, until it answers normally again; otherwise null. */
export const useOutage = create<{ sentence: string } | null>()(() => null)

/** What the server says about itself in an answer with this status; undefined if the answer is about the call. */
export function outageSentence(status: number, sentence: string | undefined): string | undefined {
  return ofInstallation.has(status) ? sentence : undefined
}

/** Whether the server says that something is wrong with it, judged by each of its answers. */
export const outage = {
  note(status: number, said: string | undefined): void {
    const sentence = outageSentence(status, said)
    if (sentence !== undefined) {
      clearTimeout(timer)
      shownUntil = Date.now() + minShownMs
      useOutage.setState({ sentence }, true)
    } else if (status === 200 && useOutage.getState() !== null) {
      clearTimeout(timer)
      timer = setTimeout(() => useOutage.setState(null, true), shownUntil - Date.now())
    }
  },
}
