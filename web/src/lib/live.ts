import type { LiveHint } from '@agency-support/contract/modules/journal'
import { journal } from '@agency-support/contract/modules/journal'
import type { QueryClient } from '@tanstack/react-query'

/** What the tabs of a browser tell one another. */
type TabMessage = { kind: 'hints'; hints: LiveHint[] } | { kind: 'all' } | { kind: 'end' }

export interface LiveParts {
  queryClient: QueryClient
  /** Asked when the stream breaks or ends: EventSource hides a 401. */
  checkSession: () => void
}

const channelName = 'agency-support:live'
const gatherMs = { least: 50, spread: 200 }

/** Rooms that gather what happens in all others: the history and the health of an agency. */
const gathering = new Set<unknown>(['journal', 'health'])

/** True when a query holds something that a hint speaks of. */
export function concerns(hint: LiveHint, queryKey: readonly unknown[]): boolean {
  const [room, , input] = queryKey
  const agencyId =
    typeof input === 'object' && input !== null && 'agencyId' in input ? Number(input.agencyId) : undefined
  if (room !== hint.room && !gathering.has(room)) return false
  return hint.agencyId === null || agencyId === undefined || agencyId === hint.agencyId
}

/**
 * Keeps screens up to date. One tab of the browser holds the stream and passes the hints on; what they touch
 * is fetched again where it is on screen, at once for the first hint and together for those that follow.
 */
export function startLive({ queryClient, checkSession }: LiveParts): () => void {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(channelName)
  const waiting = new Map<string, LiveHint>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = (): void => {
    timer = undefined
    if (document.hidden) return
    const hints = [...waiting.values()]
    waiting.clear()
    if (hints.length > 0)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => hints.some((hint) => concerns(hint, queryKey)),
      })
  }
  const receive = (message: TabMessage): void => {
    if (message.kind === 'end') return checkSession()
    if (message.kind === 'all') return void queryClient.invalidateQueries()
    for (const hint of message.hints) waiting.set(`${hint.room} ${hint.agencyId}`, hint)
    timer ??= setTimeout(flush, gatherMs.least + Math.random() * gatherMs.spread)
  }
  const tell = (message: TabMessage): void => {
    channel.postMessage(message)
    receive(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data))
  document.addEventListener('visibilitychange', flush, { signal: leaving.signal })
  void leadWhenFree(leaving.signal, tell, checkSession)
  return () => {
    leaving.abort()
    clearTimeout(timer)
    channel.close()
  }
}

/** Waits for its turn to hold the browser's one stream; without Web Locks every tab holds its own. */
async function leadWhenFree(
  signal: AbortSignal,
  tell: (message: TabMessage) => void,
  checkSession: () => void,
): Promise<void> {
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const stream = openStream(tell, checkSession)
      signal.addEventListener('abort', () => {
        stream.close()
        resolve()
      })
    })
  if (navigator.locks === undefined) return lead()
  try {
    await navigator.locks.request(channelName, { signal }, lead)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Time to the next try after the server refused the stream for good. */
const reopenMs = 5_000

function openStream(tell: (message: TabMessage) => void, checkSession: () => void): { close(): void } {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    source = new EventSource(journal.live.at.path)
    source.addEventListener('hints', ({ data }: MessageEvent<string>) =>
      tell({ kind: 'hints', hints: JSON.parse(data) as LiveHint[] }),
    )
    source.addEventListener('hello', ({ data }: MessageEvent<string>) => {
      const { resumed } = JSON.parse(data) as { resumed: boolean }
      if (!resumed) tell({ kind: 'all' })
    })
    source.addEventListener('end', () => tell({ kind: 'end' }))
    source.addEventListener('error', () => {
      checkSession()
      // A refused stream is closed by the browser and not opened again by itself.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
    })
  }
  open()
  return {
    close: () => {
      clearTimeout(timer)
      source.close()
    },
  }
}
