import { create } from 'zustand'

const retryMs = 10_000
/** When the server is asked again after one request without an answer, which alone proves nothing. */
const doubtMs = 2_000
const failuresToBelieve = 2

let failures = 0
let losses = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Why the server cannot be reached: the browser has no network, or the server does not answer. Null while it does. */
export type ConnectionLoss = 'network' | 'server' | null
export const useConnectionLoss = create<ConnectionLoss>()(() => null)

function become(lost: ConnectionLoss): void {
  const before = useConnectionLoss.getState()
  if (lost !== before) useConnectionLoss.setState(lost)
  if (lost === null) clearTimeout(timer)
  else if (before === null) probeIn(retryMs)
}

function probeIn(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), ms)
}

async function probe(): Promise<void> {
  const before = losses
  await fetch('/health/live', { cache: 'no-store' }).then(
    ({ status }) => (isOfProxy(status) ? connection.unreachable() : connection.reached(before)),
    () => connection.unreachable(),
  )
  if (useConnectionLoss.getState() !== null) probeIn(retryMs)
}

/** True for the status with which a proxy answers that cannot reach the server. */
export const isOfProxy = (status: number): boolean => [502, 504].includes(status)

/** Whether the server can be reached, judged by the latest requests. */
export const connection = {
  /** How often the connection has been lost so far. */
  losses: (): number => losses,
  /** Call when a request got any answer; ignored if it was sent before the latest connection loss. */
  reached(lossesWhenSent = losses): void {
    if (lossesWhenSent !== losses) return
    failures = 0
    become(null)
  },
  /** Call when a request got no answer of the server; two in a row count as a lost connection. */
  unreachable(): void {
    losses += 1
    failures += 1
    if (!navigator.onLine) become('network')
    else if (failures >= failuresToBelieve) become('server')
    else probeIn(doubtMs)
  },
  tryNow: probe,
  /** The connection is lost as soon as the browser reports it, and probes the server when the browser reports being online. */
  watch(target: EventTarget): void {
    target.addEventListener('offline', () => {
      losses += 1
      become('network')
    })
    target.addEventListener('online', () => void probe())
  },
}
