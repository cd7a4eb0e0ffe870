import { create } from 'zustand'

const retryMs = 10_000
const failuresToBelieve = 2

let failures = 0
let losses = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** True while the server cannot be reached. */
export const useOffline = create<boolean>()(() => false)

function become(offline: boolean): void {
  if (offline === useOffline.getState()) return
  useOffline.setState(offline)
  clearTimeout(timer)
  if (offline) timer = setTimeout(() => void probe(), retryMs)
}

async function probe(): Promise<void> {
  const before = losses
  await fetch('/health/live', { cache: 'no-store' }).then(
    () => connection.reached(before),
    () => undefined,
  )
  if (!useOffline.getState()) return
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), retryMs)
}

/** Whether the server can be reached, as the last requests tell. */
export const connection = {
  /** How often the connection was lost until now. */
  losses: (): number => losses,
  /** A request got an answer, whatever it said; one sent before the connection was last lost says nothing of now. */
  reached(lossesWhenSent = losses): void {
    if (lossesWhenSent !== losses) return
    failures = 0
    become(false)
  },
  /** A request got no answer; two in a row are believed. */
  unreachable(): void {
    losses += 1
    failures += 1
    if (failures >= failuresToBelieve || !navigator.onLine) become(true)
  },
  tryNow: probe,
  /** Believes the browser at once when it says that there is no network, and asks when it says there is. */
  watch(target: EventTarget): void {
    target.addEventListener('offline', () => {
      losses += 1
      become(true)
    })
    target.addEventListener('online', () => void probe())
  },
}
