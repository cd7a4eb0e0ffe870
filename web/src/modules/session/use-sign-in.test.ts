// @vitest-environment jsdom
import type { ServerResponse } from 'node:http'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { profileStore } from '../../lib/profile.ts'
import { setSignOutReason, useSignOutReason } from '../../lib/sign-out-reason.ts'
import { useSignIn } from './use-sign-in.ts'

const lee = { username: 'lee@support.test', password: 'secret' }
const claims = { hsUserName: lee.username, exp: 0, permissions: [2000], passwordChangeRequired: false }
const options = {
  challenge: 'AAAA',
  rpId: '127.0.0.1',
  allowCredentials: [{ id: 'BBBB', type: 'public-key' }],
}

afterEach(() => {
  profileStore.set(null)
  vi.unstubAllGlobals()
})

/** The sign-in screen at a server that takes a code or a passkey where one is asked for. */
async function openScreen(answer: (given: Record<string, unknown>) => object | Promise<object>) {
  const respond = async (body: string, response: ServerResponse): Promise<void> => {
    const result = await answer(JSON.parse(body) as Record<string, unknown>)
    json(response, { desc: '', claims: null, ...result })
  }
  const asked = await answeringServer(({ body }, response) => void respond(body, response))
  const ends = { onSignedIn: vi.fn<() => void>(), onPasswordChangeRequired: vi.fn() }
  const { result } = mountHook(() => useSignIn(ends))
  return {
    screen: () => result.current,
    ends,
    bodies: () => asked.map(({ body }) => JSON.parse(body) as object),
  }
}

test('who signs in goes on, and is no longer told why they were signed out', async () => {
  setSignOutReason('Your session ended.')
  const late = Promise.withResolvers<object>()
  const { screen, ends, bodies } = await openScreen(() => late.promise)
  const signed = screen().byPassword(lee, '')
  await waitFor(() => expect(screen().saving).toBe(true))
  late.resolve({ status: 0, claims })
  expect(useSignOutReason.getState()).toBeNull()
  await act(() => signed)
  expect([ends.onSignedIn.mock.calls.length, screen().saving, screen().error]).toEqual([1, false, null])
  expect(ends.onPasswordChangeRequired).not.toHaveBeenCalled()
  expect(bodies()).toEqual([lee])
})

test('wrong credentials are shown, and no more at the next attempt', async () => {
  let status = 3
  const { screen, ends } = await openScreen(() => ({ status, claims }))
  await act(() => screen().byPassword(lee, ''))
  expect([screen().error, screen().asked]).toEqual(['Invalid Credentials', null])
  expect(ends.onSignedIn).not.toHaveBeenCalled()
  status = 0
  await act(() => screen().byPassword(lee, ''))
  expect(screen().error).toBeNull()
})

test('a second factor that is asked for is given with the same credentials', async () => {
  const { screen, ends, bodies } = await openScreen(({ mfaCode }) =>
    mfaCode === '123456' ? { status: 5, claims } : { status: 1, by: ['code', 'passkey'], passkey: options },
  )
  await act(() => screen().byPassword(lee, ''))
  expect(screen()).toMatchObject({
    asked: { ...lee, by: ['code', 'passkey'] },
    error: 'Multi-factor authentication is required.',
  })
  await act(() => screen().byPassword(lee, '123456'))
  expect(ends.onPasswordChangeRequired.mock.calls).toEqual([[{ secondFactor: true }]])
  expect(bodies()[1]).toEqual({ ...lee, mfaCode: '123456' })
})

test('a password that must be changed is told to be one without a second factor', async () => {
  const { screen, ends } = await openScreen(() => ({ status: 5, claims }))
  await act(() => screen().byPassword(lee, ''))
  expect(ends.onPasswordChangeRequired.mock.calls).toEqual([[{ secondFactor: false }]])
})

/** A browser whose authenticator answers like this. */
function authenticator(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
}
const bytes = new Uint8Array([1]).buffer
const credential = {
  id: 'BBBB',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
  getClientExtensionResults: () => ({}),
}

test('a passkey signs in, by options of its own attempt', async () => {
  const { screen, ends, bodies } = await openScreen(({ passkey }) =>
    passkey === undefined ? { status: 1, passkey: options } : { status: 0, claims },
  )
  authenticator(() => Promise.resolve(credential))
  await act(() => screen().byPasskey(lee))
  expect([ends.onSignedIn.mock.calls.length, screen().error]).toEqual([1, null])
  expect(bodies()).toMatchObject([lee, { ...lee, passkey: { id: 'BBBB', type: 'public-key' } }])
})

test('while an attempt is under way another press begins none', async () => {
  const late = Promise.withResolvers<object>()
  const { screen, bodies } = await openScreen(() => late.promise)
  authenticator(() => Promise.resolve(credential))
  const attempt = screen().byPasskey(lee)
  await waitFor(() => expect(screen().saving).toBe(true))
  const other = screen().byPasskey(lee)
  late.resolve({ status: 3, claims: null })
  await act(() => Promise.all([attempt, other]))
  expect(bodies()).toEqual([lee])
})

test('a passkey that is not used is reported', async () => {
  const { screen, ends } = await openScreen(() => ({ status: 1, passkey: options }))
  authenticator(() => Promise.reject(new DOMException('No.', 'NotAllowedError')))
  await act(() => screen().byPasskey(lee))
  expect(screen().error).toBe('The passkey was not used. Please try again.')
  expect(ends.onSignedIn).not.toHaveBeenCalled()
})

test('where no passkey is asked for any more, what the server says instead counts', async () => {
  let result: object = { status: 4 }
  const { screen, ends } = await openScreen(() => result)
  await act(() => screen().byPasskey(lee))
  expect([screen().error, ends.onSignedIn.mock.calls.length]).toEqual(['This account is locked out.', 0])
  result = { status: 99, desc: 'Too many attempts.' }
  await act(() => screen().byPasskey(lee))
  expect(screen().error).toBe('Too many attempts.')
  result = { status: 1, by: ['code'] }
  await act(() => screen().byPasskey(lee))
  expect(screen().asked?.by).toEqual(['code'])
  result = { status: 0, claims }
  await act(() => screen().byPasskey(lee))
  expect([screen().error, ends.onSignedIn.mock.calls.length]).toEqual([null, 1])
})

test('a fault of the browser ends the attempt with the same sentence', async () => {
  const { screen } = await openScreen(() => ({ status: 1, passkey: { ...options, challenge: undefined } }))
  authenticator(() => Promise.reject(new TypeError('It broke.')))
  await act(() => screen().byPasskey(lee))
  expect(screen().error).toBe('The passkey was not used. Please try again.')
  expect(screen().saving).toBe(false)
})
