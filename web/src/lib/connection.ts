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

/** Whether the server can be reached, judged by the latest requests. */
export const connection = {
  /** How often the connection has been lost so far. */
  losses: (): number => losses,
  /** Call when a request got any answer; ignored if it was sent before the latest connection loss. */
  reached(lossesWhenSent = losses): void {
    if (lossesWhenSent !== losses) return
    failures = 0
    become(false)
  },
  /** Call when a request got no answer; two in a row count as offline. */
  unreachable(): void {
    losses += 1
    failures += 1
    if (failures >= failuresToBelieve || !navigator.onLine) become(true)
  },
  tryNow: probe,
  /** Goes offline as soon as the browser reports it, and probes the server when the browser reports being online. */
  watch(target: EventTarget): void {
    target.addEventListener('offline', () => {
      losses += 1
      become(true)
    })
    target.addEventListener('online', () => void probe())
  },
}
