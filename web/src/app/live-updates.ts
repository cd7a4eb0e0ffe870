import { QueryClient } from '@tanstack/react-query'
import { mayUseConsole, profileStore } from '../lib/profile.ts'
import type { startLive } from '../lib/live/live.ts'
import { queryClient } from '../lib/requests/query.ts'

export interface LiveOptions {
  /** Asks who is signed in, and stops live updates if nobody is. */
  checkSession: () => Promise<void>
  /** Loads the code of live updates, which the sign-in screen does not need. */
  load?: () => Promise<{ startLive: typeof startLive }>
}

// Apart from the reads, which are reset when another person takes over.
const codeClient = new QueryClient()

/** Starts live updates once their code is loaded, however often that fails; returns a stop function. */
function startLiveSoon({
  checkSession,
  load = () => import('../lib/live/live.ts'),
}: LiveOptions): () => void {
  let ended = false
  let end: (() => void) | undefined
  const loading = codeClient.fetchQuery({
    queryKey: ['live'],
    queryFn: load,
    retry: true,
    retryDelay: 10_000,
  })
  void loading.then(({ startLive }) => {
    if (!ended) end = startLive({ queryClient, checkSession })
  })
  return () => {
    ended = true
    end?.()
  }
}

/** Live updates run only for people who may use the console; the server refuses others (D-06). */
export function keepLive(options: LiveOptions): void {
  let stop: (() => void) | undefined
  const follow = (): void => {
    const atWork = mayUseConsole(profileStore.get())
    if (atWork && stop === undefined) stop = startLiveSoon(options)
    if (!atWork && stop !== undefined) {
      stop()
      stop = undefined
    }
  }
  profileStore.subscribe(follow)
  follow()
}
