import { createListeners } from './listeners.ts'

const retryMs = 10_000
const failuresToBelieve = 2

let failures = 0
let offline = false
let timer: ReturnType<typeof setTimeout> | undefined
const { subscribe, tell } = createListeners()

function become(next: boolean): void {
  if (offline === next) return
  offline = next
  tell()
  clearTimeout(timer)
  if (offline) timer = setTimeout(() => void probe(), retryMs)
}

async function probe(): Promise<void> {
  try {
    await fetch('/health/live', { cache: 'no-store' })
    connection.reached()
  } catch {
    clearTimeout(timer)
    timer = setTimeout(() => void probe(), retryMs)
  }
}

/** Whether the server can be reached, as the last requests tell. */
export const connection = {
  isOffline: (): boolean => offline,
  subscribe,
  /** A request got an answer, whatever it said. */
  reached(): void {
    failures = 0
    become(false)
  },
  /** A request got no answer; two in a row are believed. */
  unreachable(): void {
    failures += 1
    if (failures >= failuresToBelieve || !navigator.onLine) become(true)
  },
  tryNow: probe,
  /** Believes the browser at once when it says that there is no network, and asks when it says there is. */
  watch(target: EventTarget): void {
    target.addEventListener('offline', () => become(true))
    target.addEventListener('online', () => void probe())
  },
}
