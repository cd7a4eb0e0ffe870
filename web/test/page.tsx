import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { formatQuery, parseQuery } from '../src/lib/address.ts'
import { cleanWhenFinished, Queries } from './mounted.tsx'

/** A page at an in-app address until the test ends, of the screen with this path; mount with its `wrapper`. */
export async function openPage(href = '/', path = '$') {
  const history = createMemoryHistory({ initialEntries: [href] })
  const root = createRootRoute()
  const router = createRouter({
    // By default every address is one of its screens.
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path })]),
    history,
    parseSearch: parseQuery,
    stringifySearch: formatQuery,
  })
  await router.load()
  onTestFinished(history.subscribe(() => void router.load()))
  cleanWhenFinished()
  return {
    history,
    router,
    /** The address now. */
    address: () => history.location.href,
    wrapper: ({ children }: { children: ReactNode }) => (
      <RouterContextProvider router={router}>
        <Queries>{children}</Queries>
      </RouterContextProvider>
    ),
  }
}
