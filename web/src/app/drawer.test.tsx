// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { BookOpen } from 'lucide-react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { Drawer } from './drawer.tsx'
import type { NavEntry } from './nav.ts'
import { useShownPath } from '../components/use-shown-path.ts'

// Nothing is laid out here, so nothing scrolls.
Element.prototype.scrollIntoView = () => undefined

const entry = (label: string, href: string) => ({ label, href, icon: BookOpen, needs: [P.CanAccess] })
const entries: readonly NavEntry[] = [
  entry('Agencies', '/'),
  entry('Journal', '/journal'),
  { label: 'Reports', icon: BookOpen, items: [entry('Seats', '/seats')] },
]

const close = vi.fn<() => void>()
const drawer = { shape: 'open', expanded: true, toggle: () => undefined, close } as const
beforeEach(() => close.mockClear())

function Frame() {
  return <Drawer drawer={drawer} entries={entries} profile={null} path={useShownPath()} />
}

/** The drawer beside screens whose code comes only when `arrive` is called. */
async function openDrawer() {
  cleanWhenFinished()
  const code = Promise.withResolvers<undefined>()
  const root = createRootRoute({ component: Frame })
  const routes = ['/', '/journal', '/seats'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      loader: () => (path === '/' ? undefined : code.promise),
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const { unmount } = render(<RouterProvider router={router as never} />)
  await screen.findByRole('link', { name: 'Journal' })
  const go = (to: string) => act(() => void router.navigate({ to }))
  const marks = () =>
    [...document.querySelectorAll<HTMLElement>('[data-opening]')].map(({ textContent }) => textContent)
  const current = () => document.querySelector('[aria-current="page"]')?.textContent
  return { go, marks, current, unmount, arrive: () => act(async () => code.resolve(undefined)) }
}

test('the entry of a screen is marked from the key or click on until the screen is there', async () => {
  const { go, marks, current, arrive } = await openDrawer()
  expect(marks()).toEqual([])
  go('/journal')
  expect(marks()).toEqual(['Journal'])
  expect(current()).toBe('Agencies')
  await arrive()
  await expect.poll(current).toBe('Journal')
  expect(marks()).toEqual([])
})

test('it closes once another screen is shown, and when the session ends', async () => {
  const { go, arrive, current, unmount } = await openDrawer()
  go('/journal')
  expect(close).not.toHaveBeenCalled()
  await arrive()
  await expect.poll(current).toBe('Journal')
  expect(close).toHaveBeenCalledOnce()
  unmount()
  expect(close).toHaveBeenCalledTimes(2)
})

test('the name of a closed group is marked for its screens', async () => {
  const { go, marks } = await openDrawer()
  go('/seats')
  expect(marks()).toEqual(['Reports'])
})

test('where nobody is signed in, the entry of a screen is a link without a lock', async () => {
  const { current, arrive } = await openDrawer()
  expect(screen.queryByRole('img', { name: 'no permission' })).toBeNull()
  act(() => screen.getByRole('link', { name: 'Journal' }).click())
  await arrive()
  await expect.poll(current).toBe('Journal')
})
