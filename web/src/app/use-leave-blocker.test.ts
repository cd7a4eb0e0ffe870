// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPage } from '../../test/page.tsx'
import { confirmStore } from '../components/dialogs/confirm-store.ts'
import { useLeaveGuard } from '../components/forms/leave-guard.ts'
import { profileStore } from '../lib/profile.ts'
import { useLeaveBlocker } from './use-leave-blocker.ts'

beforeEach(() =>
  profileStore.set({
    hsUserName: 'lee@support.test',
    exp: 0,
    permissions: [],
    passwordChangeRequired: false,
  }),
)
afterEach(() => profileStore.set(null))

/** The console at an agency's tab, with a form in which something was typed, or nothing, and a secret or none. */
async function openForm(isTyped: boolean, showsSecret = false) {
  const page = await openPage('/agency-detail/6938?tab=config')
  renderHook(
    () => {
      useLeaveGuard(isTyped)
      useLeaveGuard(showsSecret, 'secret')
      useLeaveBlocker()
    },
    { wrapper: page.wrapper },
  )
  return { go: (href: string) => act(async () => page.history.push(href)), address: page.address }
}

test('what is typed is asked about before another screen or tab opens', async () => {
  const { go, address } = await openForm(true)
  await go('/vendors')
  await waitFor(() => expect(confirmStore.current()?.title).toBe('Discard changes?'))
  await act(async () => confirmStore.current()?.answer(false))
  expect(address()).toBe('/agency-detail/6938?tab=config')
  await go('/agency-detail/6938?tab=users')
  await waitFor(() => expect(confirmStore.current()).not.toBeNull())
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(address()).toBe('/agency-detail/6938?tab=users'))
})

test('another order of a table on the same tab loses nothing, so nothing is asked', async () => {
  const { go, address } = await openForm(true)
  await go('/agency-detail/6938?sort=name&tab=config')
  await waitFor(() => expect(address()).toBe('/agency-detail/6938?sort=name&tab=config'))
  expect(confirmStore.current()).toBeNull()
})

test('where nothing was typed, or the session has ended, nothing is asked', async () => {
  const untouched = await openForm(false)
  await untouched.go('/vendors')
  await waitFor(() => expect(untouched.address()).toBe('/vendors'))
  profileStore.set(null)
  const ended = await openForm(true)
  await ended.go('/signin')
  await waitFor(() => expect(ended.address()).toBe('/signin'))
  expect(confirmStore.current()).toBeNull()
})

test('[API-13] a refused action leads to Unauthorized without a question, because what is typed is kept', async () => {
  const { go, address } = await openForm(true)
  await go('/unauthorized')
  await waitFor(() => expect(address()).toBe('/unauthorized'))
  expect(confirmStore.current()).toBeNull()
})

test('a secret that is shown once is kept by nothing, so it is asked about before Unauthorized, too', async () => {
  const { go, address } = await openForm(true, true)
  await go('/unauthorized')
  await waitFor(() => expect(confirmStore.current()?.title).toBe('Leave this screen?'))
  await act(async () => confirmStore.current()?.answer(false))
  expect(address()).toBe('/agency-detail/6938?tab=config')
})
