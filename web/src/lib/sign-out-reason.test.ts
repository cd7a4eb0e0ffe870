import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '../../test/answering-server.ts'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', emptyStorage())
})
afterEach(() => void vi.unstubAllGlobals())

/** The page as it is after being loaded. */
const load = () => import('./sign-out-reason.ts')

test('why somebody was signed out is still shown after the page is loaded again, until the next attempt', async () => {
  const before = await load()
  expect(before.useSignOutReason.getState()).toBeNull()
  before.setSignOutReason('Your session has ended.')
  expect(before.useSignOutReason.getState()).toBe('Your session has ended.')

  vi.resetModules()
  const after = await load()
  expect(after.useSignOutReason.getState()).toBe('Your session has ended.')
  after.clearSignOutReason()
  expect(after.useSignOutReason.getState()).toBeNull()

  vi.resetModules()
  expect((await load()).useSignOutReason.getState()).toBeNull()
})

test('without storage there is no reason to tell', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect((await load()).useSignOutReason.getState()).toBeNull()
})
