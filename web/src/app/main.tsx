// First, as a file of its own that does not wait for the rest.
import { environmentLoaded } from './early.ts'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { profileStore } from '../lib/profile.ts'
import { queryClient } from '../lib/requests/query.ts'
import { sessionMessages } from '../modules/session/messages.ts'
import { renewSession } from '../modules/session/session-client.ts'
import { startSessionCheck } from '../modules/session/session-check.ts'
import { keepFocus } from '../ui/focused.ts'
import { keepLive } from './live-updates.ts'
import { router } from './router.tsx'
import { reloadWhenStale } from './stale-build.ts'
import { leaveForSignIn, prepareStart, reactToRefusals } from './startup.ts'

const goTo = (href: string): void => void router.navigate({ href })
const signInNeeded = (): void => leaveForSignIn(goTo)

let asking: Promise<void> | undefined
/** Opens the sign-in screen if the session is over or may use nothing any more; concurrent calls share one request. */
function checkSession(): Promise<void> {
  return (asking ??= renewSession()
    .then(({ signin }) => {
      if (signin && navigator.onLine) signInNeeded()
      // As step 3 of the guard, which runs at the next navigation only.
      if (profileStore.get()?.permissions.includes(P.CanAccess) === false)
        leaveForSignIn(goTo, permissionMessages.access)
    })
    .finally(() => {
      asking = undefined
    }))
}

/** Until the first answers there is no screen, and nothing else to show. */
function sayWaiting(place: HTMLElement): void {
  const sentence = document.createElement('p')
  sentence.role = 'status'
  sentence.textContent = sessionMessages.waiting
  place.replaceChildren(sentence)
}

async function start(): Promise<void> {
  reloadWhenStale(window)
  reactToRefusals(goTo, () => void checkSession())
  const place = document.getElementById('root')
  if (place === null) throw new Error('index.html has no #root')
  const waiting = setTimeout(sayWaiting, 1_000, place)
  const first = await prepareStart(window.location, environmentLoaded)
  clearTimeout(waiting)
  if (first !== null) window.history.replaceState(null, '', first)
  keepLive({ checkSession })
  startSessionCheck(signInNeeded)
  keepFocus()

  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

void start()
