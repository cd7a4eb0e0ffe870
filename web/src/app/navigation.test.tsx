// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { useClientConfig } from '../lib/environment.ts'
import { queryClient } from '../lib/requests/query.ts'
import { Navigation } from './navigation.tsx'

// Nothing is laid out here, so nothing scrolls.
Element.prototype.scrollIntoView = () => undefined

const before = useClientConfig.getState()
afterEach(() => useClientConfig.setState(before, true))

const drawer = { shape: 'open', expanded: true, toggle: () => undefined, close: () => undefined } as const

function Frame() {
  return (
    <>
      <Navigation drawer={drawer} profile={null} />
      <button type="button">Beside</button>
    </>
  )
}

test('an entry that arrives late moves none while the drawer has the focus, and comes once it has not', async () => {
  cleanWhenFinished()
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: createRootRoute({ component: Frame }), history })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const arrive = (statusSiteUrl: string) =>
    act(() => useClientConfig.setState({ statusSiteUrl } as never, true))
  const site = () => screen.queryByRole('link', { name: /^Alerts site/ })
  const alerts = await screen.findByRole('link', { name: 'Alerts Admin' })
  act(() => alerts.focus())
  arrive('https://status.test/')
  expect(site()).toBeNull()
  act(() => screen.getByRole('button', { name: 'Beside' }).focus())
  expect(site()).not.toBeNull()
  arrive('')
  expect(site()).toBeNull()
})
