import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import type { TableSearch } from '../components/data-table/table-state.ts'
import { notify } from '../components/messages/notify.ts'
import { ComponentsProvider } from '../components/provider.tsx'
import { formatQuery, parseQuery } from '../lib/address.ts'
import { storedEnvironment } from '../lib/environment.ts'
import { type LazyCode, lazyCode, lazyComponent } from '../lib/lazy.tsx'
import { setSignOutReason } from '../lib/sign-out-reason.ts'
import { profileStore } from '../lib/profile.ts'
import { refused } from '../lib/requests/refused.ts'
import type { PageFile, Screen } from '../lib/screen.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { signOut } from '../modules/session/session-client.ts'
import { guard } from './guard.ts'
import { ScreenFailure } from './screen-failure.tsx'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  // Tables keep their state in the query of whichever screen they are on.
  validateSearch: (search: TableSearch) => search,
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
})

/**
 * Not the router's own lazy component: once its code is missing, that stays broken, or loads the page anew even offline.
 */
function toComponent(file: LazyCode<PageFile>) {
  const { Part, fetch } = lazyComponent(async () => (await file.fetch()).Page)
  // Code that is still missing when the screen is drawn is asked for again, and its absence shown.
  const preload = async (): Promise<void> => void (await fetch().catch(() => undefined))
  return Object.assign(() => <Part />, { preload })
}

function toRoute<Path extends string, Search extends object>(screen: Screen<Path, Search>) {
  const file = lazyCode(screen.page)
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    validateSearch: screen.search,
    staticData: { title: screen.title },
    beforeLoad: ({ location, preload }) => assertAllowed(screen, location, preload),
    loader({ params, location, cause }) {
      screen.load?.(params)
      if (cause === 'enter') void beginReads(file, location.search)
    },
    component: toComponent(file),
  })
}

/** In parallel with drawing the page, which shows it if its code is missing. */
async function beginReads(file: LazyCode<PageFile>, search: Record<string, unknown>): Promise<void> {
  const code = await file.fetch().catch(() => undefined)
  code?.beginReads?.(search)
}

type ToGuard = Pick<Screen, 'title' | 'signIn' | 'needs'>

async function assertAllowed(
  screen: ToGuard,
  { pathname: target, href }: ParsedLocation,
  ahead: boolean,
): Promise<void> {
  const verdict = guard({ environment: storedEnvironment(), target, screen, profile: profileStore.get() })
  if (verdict.go === 'on') return
  // Prefetching is not a navigation, so it must not redirect or sign out.
  if (ahead) {
    notFound({ throw: true })
    return
  }
  if (verdict.go === 'changePassword') {
    redirect({ to: sessionPaths.updatePassword, throw: true })
    return
  }
  if (verdict.message !== null) notify.error(verdict.message)
  if (verdict.go === 'signIn') {
    // A timed message disappears; the sign-in screen keeps showing why.
    if (verdict.message !== null) setSignOutReason(verdict.message)
    if (profileStore.get() !== null) await signOut()
    redirect({ to: sessionPaths.signIn, throw: true })
    return
  }
  refused.set({ kind: 'screen', title: screen.title, href, needs: verdict.missing })
  redirect({ to: sessionPaths.unauthorized, throw: true })
}

/** Unknown addresses open the list (B-07). */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    redirect({ to: '/', throw: true })
  },
})

type ToRoute<One> =
  One extends Screen<infer Path, infer Search, object> ? ReturnType<typeof toRoute<Path, Search>> : never
// map() loses the type of each position.
type Routes = { [Index in keyof typeof screens]: ToRoute<(typeof screens)[Index]> }
const everyScreen: readonly Screen[] = screens
const routes: Routes = everyScreen.map(toRoute) as unknown as Routes

export const router = createRouter({
  routeTree: root.addChildren([...routes, elsewhere]),
  parseSearch: parseQuery,
  stringifySearch: formatQuery,
  scrollRestoration: true,
  InnerWrap: ComponentsProvider,
  defaultErrorComponent: ScreenFailure,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title?: string
  }
}
