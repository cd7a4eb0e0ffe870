// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { connection } from '../../lib/requests/connection.ts'
import { get } from '../../lib/requests/http.ts'
import { watchInput } from '../../lib/idle.ts'
import { profileStore } from '../../lib/profile.ts'
import { renewOrNotify, startSessionCheck, useUnrenewedEnd } from './session-check.ts'

const start = new Date('2026-11-20T10:00:00Z')
const claims = (secondsLeft: number) => ({
  hsUserName: 'lee@support.test',
  exp: start.getTime() / 1000 + secondsLeft,
  permissions: [2000],
  passwordChangeRequired: false,
})

let stop: () => void
const askForSignIn = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: start })
  askForSignIn.mockClear()
  stop = startSessionCheck(askForSignIn)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  profileStore.set(null)
  connection.reached()
})

/** The server at the time of this machine. */
const renewing = (status: number) =>
  answeringServer(({ path }, response) => {
    response.setHeader('date', new Date(Date.now()).toUTCString())
    const whose = { claims: claims(7_200), liveMark: '1' }
    json(response, path.endsWith('whoami') ? whose : { code: 0, message: 'No.', data: [whose] }, status)
  })
const renewed = () => vi.waitFor(() => expect(profileStore.get()).toEqual(claims(7_200)), 10_000)

test('[AUTH-07] every minute a session in its last ten minutes is renewed, an earlier one is left alone', async () => {
  const asked = await renewing(200)
  profileStore.set(claims(660))
  vi.advanceTimersByTime(60_000)
  await get('/between')
  vi.advanceTimersByTime(59_999)
  await get('/late')
  vi.advanceTimersByTime(1)
  await renewed()
  expect(asked.map(({ path }) => path)).toEqual(['/between', '/late', '/auth/staff/renew'])
  expect(askForSignIn).not.toHaveBeenCalled()
})

test('every ten minutes the server is told of input that nothing else told it of', async () => {
  const asked = await renewing(200)
  watchInput(window)
  profileStore.set(claims(7_200))
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) vi.advanceTimersByTime(60_000)
    await get('/between')
  }
  const told = () => asked.filter(({ path }) => path.endsWith('whoami'))
  await pass(9)
  window.dispatchEvent(new Event('keydown'))
  await pass(1)
  await vi.waitFor(() => expect(told()).toHaveLength(1), 10_000)
  expect(told()[0]?.headers['x-idle-seconds']).toBe('60')
  await pass(9)
  expect(told()).toHaveLength(1)
  await pass(1)
  expect(told()).toHaveLength(1)
  expect(askForSignIn).not.toHaveBeenCalled()
})

test('a session that is over, or that the server does not renew, asks for sign-in', async () => {
  await renewing(401)
  profileStore.set(claims(30))
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(askForSignIn).toHaveBeenCalledOnce(), 10_000)
  profileStore.set(claims(600))
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(askForSignIn).toHaveBeenCalledTimes(2), 10_000)
})

test('a session that another tab has renewed goes on in a tab that slept over its end', async () => {
  const asked = await renewing(200)
  profileStore.set(claims(3_600))
  vi.setSystemTime(start.getTime() + 3_600_000)
  vi.advanceTimersByTime(60_000)
  await renewed()
  expect(asked.map(({ path }) => path)).toEqual(['/auth/staff/whoami'])
  expect(askForSignIn).not.toHaveBeenCalled()
})

test('a session is over at its end although no server answers', async () => {
  const asked = await renewing(500)
  profileStore.set(claims(30))
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(askForSignIn).toHaveBeenCalledOnce(), 10_000)
  expect(asked).toHaveLength(1)
})

test('a server that fails ends no session, and nobody signed in needs none', async () => {
  const asked = await renewing(500)
  profileStore.set(claims(300))
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(asked).toHaveLength(1), 10_000)
  profileStore.set(null)
  vi.advanceTimersByTime(60_000)
  expect(askForSignIn).not.toHaveBeenCalled()
  expect(asked).toHaveLength(1)
  stop()
  profileStore.set(claims(60))
  vi.advanceTimersByTime(600_000)
  expect(askForSignIn).not.toHaveBeenCalled()
})

test('when a session that could not be renewed ends is shown until it is renewed, or somebody else signs in', async () => {
  const { result } = mountHook(() => useUnrenewedEnd())
  await renewing(500)
  await act(async () => profileStore.set(claims(300)))
  expect(result.current).toBeNull()
  await act(() => renewOrNotify())
  expect(result.current).toBe(claims(300).exp)
  await act(async () => profileStore.set(claims(400)))
  expect(result.current).toBeNull()
  await act(() => renewOrNotify())
  expect(result.current).toBe(claims(400).exp)
  await renewing(200)
  await act(() => renewOrNotify())
  expect([result.current, profileStore.get()]).toEqual([null, claims(7_200)])
  expect(askForSignIn).not.toHaveBeenCalled()
  await renewing(401)
  await act(() => renewOrNotify())
  expect(askForSignIn).toHaveBeenCalledOnce()
})
