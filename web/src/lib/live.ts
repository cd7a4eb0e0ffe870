import type { LiveHint } from '@agency-support/contract/modules/journal'
import { journal } from '@agency-support/contract/modules/journal'
import type { QueryClient } from '@tanstack/react-query'
import { callAddress } from './api.ts'
import { liveCursor } from './live-cursor.ts'

/** What the tabs of a browser tell one another. */
type TabMessage =
  | { kind: 'hints'; hints: LiveHint[]; id: string }
  | { kind: 'all'; id: string }
  | { kind: 'end' }
  /** The person's permissions have changed. */
  | { kind: 'account' }
  /** A tab that has begun to listen; what was told while it started is told again. */
  | { kind: 'joined' }
type Told = Exclude<TabMessage, { kind: 'joined' }>

export interface LiveParts {
  queryClient: QueryClient
  /** Asked when the stream breaks or ends, as EventSource hides a 401, and when one's permissions have changed. */
  checkSession: () => void
}

const channelName = 'agency-support:live'
const gatherMs = { least: 50, spread: 200 }
/** Longer than a tab takes from its first request to listening. */
const tellAgainMs = 5_000

/** Modules that gather what happens in all others: the history and the health of an agency. */
const gathering = new Set<unknown>(['journal', 'health'])

/**
 * Modules in which an event of another one changes what is shown of the same agency: texting sets one of its domains, a
 * reset removes its files, a release that failed brings a seat back.
 */
const alsoShownIn: Readonly<Record<string, unknown>> = {
  texting: 'agencies',
  marketplace: 'agencyFiles',
  agencyCommands: 'seats',
}

/** True when a query holds something that a hint speaks of. */
export function concerns(hint: LiveHint, queryKey: readonly unknown[]): boolean {
  const [room, , input] = queryKey
  const agencyId =
    typeof input === 'object' && input !== null && 'agencyId' in input ? Number(input.agencyId) : undefined
  // A failed sign-in may have locked the name.
  if (hint.event === 'session.signInFailed' && room === 'staff') return true
  if (agencyId !== undefined && agencyId === hint.agencyId && alsoShownIn[hint.room] === room) return true
  if (agencyId === undefined || agencyId === hint.agencyId) return room === hint.room || gathering.has(room)
  // An event of no agency, such as a sign-in, changes no agency's history; a burst may hold anything.
  if (hint.agencyId === null) return room === hint.room || (gathering.has(room) && hint.event === null)
  return false
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
  let justTold: { at: number; message: Told }[] = []

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
  const receive = (message: Told): void => {
    if (message.kind === 'end' || message.kind === 'account') return checkSession()
    liveCursor.set(message.id)
    if (message.kind === 'all') return void queryClient.invalidateQueries()
    for (const hint of message.hints) waiting.set(JSON.stringify(hint), hint)
    timer ??= setTimeout(flush, gatherMs.least + Math.random() * gatherMs.spread)
  }
  const tell = (message: Told): void => {
    const now = Date.now()
    justTold = [...justTold.filter(({ at }) => now - at < tellAgainMs), { at: now, message }]
    channel.postMessage(message)
    receive(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind !== 'joined') return receive(data)
    for (const { message } of justTold) channel.postMessage(message)
  })
  channel.postMessage({ kind: 'joined' } satisfies TabMessage)
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
  tell: (message: Told) => void,
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

function openStream(tell: (message: Told) => void, checkSession: () => void): { close(): void } {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    const after = liveCursor.get()
    source = new EventSource(callAddress(journal.live, after === undefined ? {} : { after }))
    source.addEventListener('hints', ({ data, lastEventId }: MessageEvent<string>) =>
      tell({ kind: 'hints', hints: JSON.parse(data) as LiveHint[], id: lastEventId }),
    )
    source.addEventListener('hello', ({ data, lastEventId }: MessageEvent<string>) => {
      const { resumed } = JSON.parse(data) as { resumed: boolean }
      if (!resumed) tell({ kind: 'all', id: lastEventId })
    })
    source.addEventListener('end', () => tell({ kind: 'end' }))
    source.addEventListener('account', () => tell({ kind: 'account' }))
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
