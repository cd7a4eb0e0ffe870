import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Answering, answeringServer, json } from '../../../test/answering-server.ts'
import { connection } from '../../lib/requests/connection.ts'
import { liveChannel } from '../../lib/live/live-cursor.ts'
import { profileStore } from '../../lib/profile.ts'
import { followOtherTabs, renewNow, renewSession, signIn, signOut, useSignOut } from './session-client.ts'

afterEach(() => {
  profileStore.set(null)
  connection.reached()
})

const claims = (secondsLeft: number, other = {}) => ({
  hsUserName: 'lee@support.test',
  exp: Math.floor(Date.now() / 1000) + secondsLeft,
  permissions: [2000],
  passwordChangeRequired: false,
  ...other,
})

test.each([0, 5])('[AUTH-10] [PERM-06] a sign-in of status %i stores the profile', async (status) => {
  const profile = claims(3600, { passwordChangeRequired: status === 5 })
  await answeringServer((_asked, response) => json(response, { status, desc: '', claims: profile }))
  expect((await signIn('lee', 'secret')).status).toBe(status)
  expect(profileStore.get()).toEqual(profile)
})

test.each([-1, 1, 2, 3, 4, 6, 7, 8, 99])('[AUTH-10] a sign-in of status %i stores none', async (status) => {
  await answeringServer((_asked, response) => json(response, { status, desc: 'No.', claims: claims(3600) }))
  expect((await signIn('lee', 'secret')).status).toBe(status)
  expect(profileStore.get()).toBeNull()
})

test('[AUTH-11] a sign-in call that failed is status 99 with the decoded error header', async () => {
  await answeringServer((_asked, response) => {
    const header = Buffer.from('Das Verzeichnis ist fort – später bitte.').toString('base64')
    response.writeHead(503, 'Service Unavailable', { 'x-signin-error': header }).end()
  })
  expect(await signIn('lee', 'secret')).toEqual({
    status: 99,
    desc: 'Das Verzeichnis ist fort – später bitte.',
    claims: null,
  })
  expect(profileStore.get()).toBeNull()
})

test.each([{}, { 'x-signin-error': '%%% no base64 %%%' }])(
  '[AUTH-11] with the headers %o it tells the HTTP status text',
  async (headers) => {
    await answeringServer((_asked, response) => response.writeHead(502, 'Bad Gateway', headers).end())
    expect(await signIn('lee', 'secret')).toMatchObject({ status: 99, desc: 'Bad Gateway' })
  },
)

test('signing out forgets the person here even when the server does not answer, and keeps that it failed', async () => {
  await answeringServer((_asked, response) => response.destroy())
  profileStore.set(claims(3600))
  await signOut()
  expect(profileStore.get()).toBeNull()
  expect(useSignOut.getState()).toBe('failed')
  await answeringServer((_asked, response) => json(response, { code: 0, message: '', data: [] }))
  const again = signOut()
  expect(useSignOut.getState()).toBe('again')
  await again
  expect(useSignOut.getState()).toBe('done')
})

/** Answers whoami with claims that end in so many seconds, and renew as given. */
const server =
  (left: number, renew: Answering, other = {}): Answering =>
  (asked, response) =>
    asked.path === '/auth/staff/whoami'
      ? json(response, { claims: claims(left, other) })
      : renew(asked, response)
const renewed: Answering = (_asked, response) =>
  json(response, { code: 0, message: '', data: [{ claims: claims(3600) }] })

test('[AUTH-06] with more than ten minutes left the profile is set and nothing renewed', async () => {
  const asked = await answeringServer(server(1200, renewed))
  expect(await renewSession()).toEqual({ signin: false })
  expect(asked.map(({ path }) => path)).toEqual(['/auth/staff/whoami'])
  expect(profileStore.get()?.hsUserName).toBe('lee@support.test')
})

test('[AUTH-06] within ten minutes of the end the session is renewed', async () => {
  const asked = await answeringServer(server(300, renewed))
  expect(await renewSession()).toEqual({ signin: false })
  expect(asked.map(({ path }) => path)).toEqual(['/auth/staff/whoami', '/auth/staff/renew'])
  expect(profileStore.get()?.exp).toBeGreaterThan(Date.now() / 1000 + 3500)
})

test('[AUTH-06] at the end sign-in is needed', async () => {
  await answeringServer(server(-5, renewed))
  expect(await renewSession()).toEqual({ signin: true })
  expect(profileStore.get()).toBeNull()
})

test('a session that may only change its password goes on as one', async () => {
  await answeringServer(server(1200, renewed, { passwordChangeRequired: true }))
  expect(await renewSession()).toEqual({ signin: false })
  expect(profileStore.get()?.passwordChangeRequired).toBe(true)
})

test.each([
  [401, true],
  [500, false],
])('[AUTH-09] a renewal answered with HTTP %i has the signin flag %s', async (status, signin) => {
  await answeringServer((_asked, response) => json(response, { message: 'No.' }, status))
  expect(await renewNow()).toEqual({ signin })
})

test('without an answer who is at work stays', async () => {
  await answeringServer((_asked, response) => response.destroy())
  profileStore.set(claims(1200))
  expect(await renewSession()).toEqual({ signin: false })
  expect(await renewNow()).toEqual({ signin: false })
})

test('a start asks on until it is told who is signed in: no failure but 401 says that nobody is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  onTestFinished(() => void vi.useRealTimers())
  const outage: Answering[] = [
    (_asked, response) => response.destroy(),
    (_asked, response) => json(response, { message: 'The database cannot be reached.' }, 503),
    (_asked, response) => json(response, { message: 'Bad Gateway' }, 502),
    (_asked, response) => json(response, { message: 'Too many requests.' }, 429),
    (_asked, response) => json(response, { message: 'Not from here.' }, 400),
    server(1200, renewed),
  ]
  const asked = await answeringServer((one, response) => outage.shift()?.(one, response))
  expect(await renewSession()).toEqual({ signin: false })
  expect(asked).toHaveLength(6)
  expect(profileStore.get()?.hsUserName).toBe('lee@support.test')
})

test.each([
  ['whoami', renewSession],
  ['renew', renewNow],
])('an answer of %s brings nobody back who has signed out since it was asked', async (_name, ask) => {
  profileStore.set(claims(300))
  const asked = await answeringServer((one, response) => {
    profileStore.set(null)
    server(300, renewed)(one, response)
  })
  expect(await ask()).toEqual({ signin: false })
  expect(profileStore.get()).toBeNull()
  expect(asked).toHaveLength(1)
})

test('whoami says that somebody else has signed in in another tab', async () => {
  profileStore.set(claims(1200))
  await answeringServer(server(1200, renewed, { hsUserName: 'ada@support.test' }))
  expect(await renewSession()).toEqual({ signin: false })
  expect(profileStore.get()?.hsUserName).toBe('ada@support.test')
})

test('another tab’s sign-in is followed, unless this tab has its own or has left meanwhile', async () => {
  let answer = () => undefined as void
  const asked = await answeringServer((_asked, response) => {
    answer = () => json(response, { claims: claims(3600) })
  })
  const other = new BroadcastChannel(liveChannel)
  const heard = vi.fn()
  const third = new BroadcastChannel(liveChannel)
  third.onmessage = heard
  onTestFinished(() => [other, third].forEach((channel) => channel.close()))
  const tell = async (kind: string) => {
    heard.mockClear()
    other.postMessage({ kind })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  }
  const onSignedIn = vi.fn()
  const stop = followOtherTabs(onSignedIn)
  await tell('hints')
  expect(asked).toEqual([])
  await tell('joined')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  answer()
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(profileStore.get()?.hsUserName).toBe('lee@support.test')
  await tell('joined')
  expect(asked).toHaveLength(1)
  profileStore.set(null)
  await tell('joined')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  stop()
  answer()
  await vi.waitFor(() => expect(profileStore.get()).not.toBeNull())
  expect(onSignedIn).toHaveBeenCalledOnce()
})
