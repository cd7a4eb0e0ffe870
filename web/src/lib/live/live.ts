import { journal, type LiveHint } from '@agency-support/contract/modules/journal'
import type { QueryClient } from '@tanstack/react-query'
import { callAddress } from '../requests/api.ts'
import { liveChannel, liveCursor } from './live-cursor.ts'
import { repeatWhenBack } from './repeat-when-back.ts'
import { watchSleep } from './watch-sleep.ts'

/** Messages between the tabs of a browser. */
export type TabMessage =
  | { kind: 'hints'; hints: LiveHint[]; id: string }
  | { kind: 'all'; id: string }
  /** The stream has ended or broken off. */
  | { kind: 'end' }
  /** The person's permissions have changed. */
  | { kind: 'account' }
  /** A tab has started to listen; recent messages are repeated for it. */
  | { kind: 'joined' }
type TabUpdate = Exclude<TabMessage, { kind: 'joined' }>

export interface LiveParts {
  queryClient: QueryClient
  /**
   * Called when the stream breaks or ends (EventSource hides a 401), and when the person's permissions change. When it
   * resolves, live updates have been stopped if the session is over.
   */
  checkSession: () => Promise<void>
}

const batchDelayMs = { min: 50, spread: 200 }
/** Longer than a tab takes from its first request until it listens. */
const repeatMs = 5_000

/** Modules that show events of all others: the history and the health of an agency. */
const aggregating = new Set<unknown>(['journal', 'health'])

/**
 * Modules whose events change what another module shows of the same agency: texting sets one of its domains, a reset
 * removes its files, a failed release brings a seat back.
 */
const alsoShownIn: Readonly<Record<string, unknown>> = {
  texting: 'agencies',
  marketplace: 'agencyFiles',
  agencyCommands: 'seats',
}

/** True if a hint affects the data of a query. */
export function concerns(hint: LiveHint, queryKey: readonly unknown[]): boolean {
  const [module, , input] = queryKey
  const agencyId =
    typeof input === 'object' && input !== null && 'agencyId' in input ? Number(input.agencyId) : undefined
  if (agencyId !== undefined && agencyId === hint.agencyId && alsoShownIn[hint.module] === module) return true
  // What is not journalled, such as progress or a sign-in, is shown on the screens of its agency alone.
  if (hint.event === null && hint.agencyId !== null)
    return agencyId === hint.agencyId && (module === hint.module || module === 'health')
  // What was only read, such as a download, is a hint of the journal and changes no agency's health.
  const isShown = module === hint.module || (aggregating.has(module) && hint.module !== 'journal')
  if (agencyId === undefined || agencyId === hint.agencyId) return isShown
  // An event without an agency, such as a sign-in, changes no agency's history; a burst (no event name) may contain
  // anything.
  return isShown && hint.agencyId === null && (hint.event === null || !aggregating.has(module))
}

/**
 * Keeps screens up to date. One tab of the browser holds the stream and forwards the hints to the others. Affected
 * queries on screen are refetched together, shortly after the first hint; those of a hidden tab when it is seen.
 */
export function startLive({ queryClient, checkSession }: LiveParts): () => void {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(liveChannel)
  const waiting = new Map<string, LiveHint>()
  let isAllStale = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let recentUpdates: { at: number; message: TabUpdate }[] = []

  const flush = (): void => {
    timer = undefined
    if (document.hidden) return
    const hints = [...waiting.values()]
    const isEach = isAllStale
    waiting.clear()
    isAllStale = false
    if (isEach || hints.length > 0)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => isEach || hints.some((hint) => concerns(hint, queryKey)),
      })
  }
  // All open consoles hear of the same change, or wake, at once; spread, they do not ask at once.
  const flushSoon = (): void => {
    timer ??= setTimeout(flush, batchDelayMs.min + Math.random() * batchDelayMs.spread)
  }
  const noteAll = (): void => {
    isAllStale = true
    flushSoon()
  }
  const receive = async (message: TabUpdate): Promise<void> => {
    if (message.kind === 'end' || message.kind === 'account') return await checkSession()
    liveCursor.set(message.id)
    if (message.kind === 'all') return noteAll()
    for (const hint of message.hints) waiting.set(JSON.stringify(hint), hint)
    flushSoon()
  }
  const broadcast = (message: TabUpdate): Promise<void> => {
    const now = Date.now()
    recentUpdates = [...recentUpdates.filter(({ at }) => now - at < repeatMs), { at: now, message }]
    channel.postMessage(message)
    return receive(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind !== 'joined') return void receive(data)
    for (const { message } of recentUpdates) channel.postMessage(message)
  })
  channel.postMessage({ kind: 'joined' } satisfies TabMessage)
  document.addEventListener('visibilitychange', flush, { signal: leaving.signal })
  const endRepeating = repeatWhenBack(queryClient)
  const leading = leadWhenFree(leaving.signal, broadcast, checkSession)
  // What happened meanwhile: the stream tells, if this tab has it, but messages of other tabs may be lost.
  watchSleep(leaving.signal, () => {
    if (!leading.reopen()) noteAll()
  })
  return () => {
    leaving.abort()
    endRepeating()
    clearTimeout(timer)
    channel.close()
  }
}

/**
 * Waits for the lock to hold the browser's only stream; without Web Locks every tab opens its own. `reopen` opens the
 * stream again where it was, false if another tab has it.
 */
function leadWhenFree(
  signal: AbortSignal,
  broadcast: (message: TabUpdate) => Promise<void>,
  checkSession: () => Promise<void>,
): { reopen: () => boolean } {
  let stream: ReturnType<typeof openStream> | undefined
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      stream = openStream(broadcast, checkSession)
      signal.addEventListener('abort', () => {
        stream?.close()
        resolve()
      })
    })
  async function wait(): Promise<void> {
    if (navigator.locks === undefined) return lead()
    try {
      await navigator.locks.request(liveChannel, { signal }, lead)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
  void wait()
  return {
    reopen() {
      stream?.reopen()
      return stream !== undefined
    },
  }
}

/** Delay before retrying a stream that the server refused. */
const reopenMs = 5_000

function openStream(
  broadcast: (message: TabUpdate) => Promise<void>,
  checkSession: () => Promise<void>,
): { close(): void; reopen(): void } {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isOpen = false
  const open = (): void => {
    const after = liveCursor.get()
    const opened = new EventSource(callAddress(journal.live, { after }))
    source = opened
    opened.addEventListener('open', () => {
      isOpen = true
    })
    opened.addEventListener(
      'hints',
      ({ data, lastEventId }: MessageEvent<string>) =>
        void broadcast({ kind: 'hints', hints: JSON.parse(data) as LiveHint[], id: lastEventId }),
    )
    opened.addEventListener('hello', ({ data, lastEventId }: MessageEvent<string>) => {
      const { resumed } = JSON.parse(data) as { resumed: boolean }
      if (!resumed) void broadcast({ kind: 'all', id: lastEventId })
    })
    opened.addEventListener('end', () => {
      // Left to the browser it would be asked for again, and refused, while the session is being looked at.
      opened.close()
      isOpen = false
      void broadcast({ kind: 'end' }).finally(() => {
        if (!isOver && source === opened) open()
      })
    })
    opened.addEventListener('account', () => void broadcast({ kind: 'account' }))
    opened.addEventListener('error', () => {
      // A connection may still fail while it is being closed.
      if (isOver || source !== opened) return
      // Other tabs hear of a lost server in no other way; once is enough, because each then asks until it answers.
      void (isOpen ? broadcast({ kind: 'end' }) : checkSession())
      isOpen = false
      // The browser does not reconnect a stream that was refused.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
    })
  }
  open()
  return {
    /** A connection that a sleep has cut is not known to be lost for a long time. */
    reopen() {
      clearTimeout(timer)
      source.close()
      open()
    },
    close: () => {
      isOver = true
      clearTimeout(timer)
      source.close()
    },
  }
}
