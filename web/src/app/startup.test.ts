import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, emptyStorage, json } from '../../test/answering-server.ts'
import { recents } from '../agency/recents.ts'
import { confirmStore } from '../components/dialogs/confirm-store.ts'
import { notify } from '../components/messages/notify.ts'
import { preferences } from '../components/preferences.ts'
import { send } from '../lib/requests/api.ts'
import { connection } from '../lib/requests/connection.ts'
import { backOfficePath, recordedDeepLink } from '../lib/deep-link.ts'
import { beginSave, keepWhile, presentDrafts, takePlace } from '../lib/drafts.ts'
import { loadEnvironment, storedEnvironment, useClientConfig } from '../lib/environment.ts'
import { isPrefetching } from '../lib/prefetch.ts'
import { profileStore } from '../lib/profile.ts'
import { queryClient } from '../lib/requests/query.ts'
import { refused } from '../lib/requests/refused.ts'
import { useSignOutReason } from '../lib/sign-out-reason.ts'
import { isOn } from '../lib/switches.ts'
import { reportUnshownFailure } from '../lib/requests/unshown-failure.ts'
import { allAgencyTabs } from './agency-tabs.ts'
import { leaveForSignIn, prepareStart, reactToRefusals } from './startup.ts'

const claims = {
  hsUserName: 'lee@support.test',
  exp: Math.floor(Date.now() / 1000) + 3600,
  permissions: [2000],
  passwordChangeRequired: false,
}

let page: EventTarget & { location: { pathname: string; search: string } }

beforeEach(() => {
  page = Object.assign(new EventTarget(), {
    location: { pathname: '/agency-detail/6938', search: '?tab=users' },
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { title: 'Lee Agency – Agency Support' })
  vi.stubGlobal('localStorage', emptyStorage())
  vi.stubGlobal('sessionStorage', emptyStorage())
})
afterEach(async () => {
  // Failures are dropped until the next task after a refusal.
  await new Promise((resolve) => setTimeout(resolve))
  profileStore.set(null)
  backOfficePath.set(null)
  connection.reached()
  queryClient.clear()
  notify.clear()
  refused.take()
  vi.unstubAllGlobals()
})

/** A server with a session of these claims, or none; `hold` is given the answers about settings and switches. */
function server(signedIn: object | null, hold = (answer: () => void): unknown => answer()) {
  const answers: Readonly<Record<string, unknown>> = {
    '/auth/staff/whoami': { claims: signedIn, liveMark: '7-1' },
    '/api/client-config': { code: 0, message: '', data: [{ environment: 'qa' }] },
  }
  return answeringServer(({ path }, response) => {
    if (path === '/api/environment')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('qa')
    if (path.startsWith('/auth/') && signedIn === null) return json(response, { message: 'Sign in.' }, 401)
    const rows = [{ name: 'Use6xNavigation', enabled: true }]
    const answer = () => json(response, answers[path] ?? { code: 0, message: '', data: rows })
    return path.startsWith('/auth/') ? answer() : hold(answer)
  })
}

const start = (pathname: string, search = '') =>
  prepareStart({ pathname, search } as Location, loadEnvironment())

test('who is at work stays where they are, with environment, settings and switches loaded', async () => {
  const asked = await server(claims)
  expect(await start('/help')).toBeNull()
  expect(profileStore.get()).toEqual(claims)
  expect([storedEnvironment(), useClientConfig.getState()]).toEqual(['qa', { environment: 'qa' }])
  expect(isOn('Use6xNavigation')).toBe(true)
  expect(asked[0]?.path).toBe('/api/environment')
  expect(takePlace()).toBeNull()
})

test('settings and switches that do not come hold the first screen up for a second only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
  onTestFinished(() => void vi.useRealTimers())
  useClientConfig.setState(null, true)
  const late: (() => void)[] = []
  await server(claims, (answer) => late.push(answer))
  expect(await start('/help')).toBeNull()
  expect([useClientConfig.getState(), isOn('Use6xNavigation')]).toEqual([null, false])
  for (const answer of late) answer()
  await vi.waitFor(() => {
    expect([useClientConfig.getState(), isOn('Use6xNavigation')]).toEqual([{ environment: 'qa' }, true])
  })
})

test('[ROUTE-15] without the environment’s name nothing is asked for before it is known who is signed in', async () => {
  const asked = await answeringServer(({ path }, response) =>
    json(response, { message: 'Sign in.' }, path.startsWith('/auth/') ? 401 : 500),
  )
  expect(await start('/status-admin')).toBe('/signin')
  expect([storedEnvironment(), profileStore.get()]).toEqual([null, null])
  expect(asked.map(({ path }) => path).toSorted()).toEqual([
    '/api/client-config',
    '/api/environment',
    '/auth/staff/whoami',
  ])
})

test('what is being saved when the page goes away is kept for whoever typed it', async () => {
  await server(claims)
  await start('/help')
  await keepWhile('name', 'Half a na', () => {
    beginSave(presentDrafts())
    return Promise.resolve(page.dispatchEvent(new Event('pagehide')))
  })
  expect(sessionStorage.getItem('agency-support:drafts')).toBe(
    '{"person":"lee@support.test","what":{"name":"Half a na"}}',
  )
})

test('without a session it begins at sign-in, and the screen asked for is kept', async () => {
  await server(null)
  expect(await start('/agency-detail/6938', '?tab=users')).toBe('/signin')
  expect(takePlace()).toEqual({
    href: '/agency-detail/6938?tab=users',
    title: 'Agency 00006938',
    why: 'notSignedIn',
  })
  expect(await start('/products/12')).toBe('/signin')
  expect(takePlace()).toMatchObject({ href: '/products/12', title: 'Product 12' })
  expect(await start('/vendors')).toBe('/signin')
  expect(takePlace()).toMatchObject({ href: '/vendors', title: 'Vendors' })
  expect(await start('/nowhere')).toBe('/signin')
  expect(takePlace()).toBeNull()
})

test.each(['/signin', '/unauthorized'])('%s opens without a session', async (path) => {
  const asked = await server(null)
  expect(await start(path)).toBeNull()
  // The sign-in screen ends any session, so nobody asks for one.
  expect(asked.some((one) => one.path === '/auth/staff/whoami')).toBe(path !== '/signin')
  expect(takePlace()).toBeNull()
})

test.each([
  ['/agency-detail/6938', '?tab=Users', 'users'],
  ['/agency-detail/6938', '', 'files'],
  ['/agency-detail/6938', '?tab=texting', undefined],
  ['/', '?src=bo&dest=/agency-detail/6938&tab=users', undefined],
  ['/agency-detail/0', '?tab=users', undefined],
  ['/help', '?tab=users', undefined],
])('at %s%s the first reads of the tab %s are started', async (path, search, tab) => {
  const loaded = vi.fn<(name: string, agencyId: number) => void>()
  onTestFinished(() => void vi.restoreAllMocks())
  for (const one of allAgencyTabs.filter(({ load }) => load !== undefined))
    vi.spyOn(one, 'load').mockImplementation((id) => Promise.resolve(loaded(one.name, id)))
  await server(claims)
  await start(path, search)
  await vi.waitFor(() => expect(isPrefetching()).toBe(false), 10_000)
  expect(loaded.mock.calls).toEqual(tab === undefined ? [] : [[tab, 6938]])
})

/** The reads of the journal that were sent. */
const journalReads = (asked: readonly { body: string }[]) =>
  asked.filter(({ body }) => body.includes('SearchJournal')).map(({ body }) => JSON.parse(body) as object)

test('the first read of a screen is sent in parallel with the switches, as its address asks', async () => {
  const asked = await server({ ...claims, permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  await start('/journal', '?f.actor=lee@support.test')
  await vi.waitFor(() => expect(journalReads(asked)).toHaveLength(1), 10_000)
  expect(journalReads(asked)).toEqual([{ command: 'SearchJournal', actor: 'lee@support.test', by: 'people' }])
})

test('nothing is read for a screen without the right to it', async () => {
  const asked = await server(claims)
  await start('/journal')
  await vi.waitFor(() => expect(isPrefetching()).toBe(false), 10_000)
  expect(journalReads(asked)).toEqual([])
})

test('who must change the password has no screen begun', async () => {
  const asked = await server({ ...claims, passwordChangeRequired: true })
  expect(await start('/vendors')).toBeNull()
  expect(profileStore.get()?.passwordChangeRequired).toBe(true)
  expect(asked.map(({ path }) => path)).not.toContain('/api/request')
})

test.each([
  ['/agency-detail/6938', '/agency-detail/6938'],
  ['as', '/'],
  ['/nowhere', '/'],
  ['//elsewhere.test', '/'],
])('a link of the back office to %s opens %s, without a session once signed in', async (dest, opens) => {
  await server({ ...claims, passwordChangeRequired: true })
  const search = `?src=bo&dest=${encodeURIComponent(dest)}&tab=Users`
  expect(await start('/', search)).toBe(opens)
  expect(recordedDeepLink()).toEqual({ source: 'bo', destination: dest, tab: 'users' })
  profileStore.set(null)
  // The tab remembers the link, so nothing else is offered after signing in.
  await server(null)
  expect(await start('/vendors')).toBe('/signin')
  expect([backOfficePath.get(), takePlace()]).toEqual([opens, null])
})

test('who signs in gets what this browser keeps of them; another tab’s changes arrive', async () => {
  await server(null)
  const kept = [{ agencyId: 6938, name: 'Lee Agency', isCloud: false, at: 1, pinned: false }]
  const key = `agency-support:recents:${claims.hsUserName}`
  await start('/signin')
  profileStore.set(claims)
  expect(recents.get()).toEqual([])
  localStorage.setItem(key, JSON.stringify(kept))
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }))
  expect(recents.get()).toEqual([])
  page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  expect(recents.get()).toEqual(kept)
  preferences.set({ drawer: 'rail' })
  profileStore.set(null)
  expect([recents.get(), preferences.get().drawer]).toEqual([[], null])
  profileStore.set(claims)
  expect([recents.get(), preferences.get().drawer]).toEqual([kept, 'rail'])
})

test('what one person was told is still there when they sign in again, and gone for somebody else', async () => {
  await server(null)
  await start('/signin')
  profileStore.set(claims)
  notify.ok('Agency name updated.')
  profileStore.set(null)
  profileStore.set(claims)
  expect(notify.recent().map(({ text }) => text)).toEqual(['Agency name updated.'])
  profileStore.set(null)
  profileStore.set({ ...claims, hsUserName: 'ada@support.test' })
  expect([notify.current(), notify.recent(), notify.logs()]).toEqual([null, [], []])
})

test.each([null, { ...claims, hsUserName: 'ada@support.test' }])(
  'an open question is answered with no when its person is gone: %j',
  async (next) => {
    await server(null)
    await start('/signin')
    profileStore.set(claims)
    const answers = ['Revoke the key?', 'Discard changes?'].map((title) =>
      confirmStore.ask({ title, confirmLabel: 'Yes' }),
    )
    profileStore.set({ ...claims, exp: claims.exp + 1 })
    expect(confirmStore.current()?.title).toBe('Revoke the key?')
    profileStore.set(next)
    expect([confirmStore.current(), ...(await Promise.all(answers))]).toEqual([null, false, false])
  },
)

test('a setting made in another tab arrives, and is not undone by one made here', async () => {
  await server(null)
  const key = `agency-support:preferences:${claims.hsUserName}`
  await start('/signin')
  profileStore.set(claims)
  localStorage.setItem(key, JSON.stringify({ density: 'compact' }))
  page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  expect(preferences.get().density).toBe('compact')
  preferences.set({ drawer: 'rail' })
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ density: 'compact', drawer: 'rail' })
})

test('what was read for one person is not shown to somebody else who has signed in in another tab', async () => {
  await server(null)
  await start('/signin')
  profileStore.set(claims)
  queryClient.setQueryData(['staff', 'accounts'], ['of the first person'])
  profileStore.set({ ...claims, exp: claims.exp + 1 })
  expect(queryClient.getQueryData(['staff', 'accounts'])).toEqual(['of the first person'])
  profileStore.set({ ...claims, hsUserName: 'ada@support.test' })
  expect(queryClient.getQueryData(['staff', 'accounts'])).toBeUndefined()
})

/** Sends a call to a server that refuses it, with the reactions set. */
async function refuseWith(status: number) {
  const [goTo, checkSession] = [vi.fn<(href: string) => void>(), vi.fn<() => void>()]
  reactToRefusals(goTo, checkSession)
  await answeringServer((_asked, response) => json(response, { message: 'Not yours.' }, status))
  vi.stubGlobal('window', page)
  await send(agencies.timeZones, {})
  return { goTo: goTo.mock.calls.flat(), checked: checkSession.mock.calls.length }
}
const place = { href: '/agency-detail/6938?tab=users', title: 'Lee Agency' }

test('a lost session leads to sign-in, which says why and offers the way back', async () => {
  profileStore.set(claims)
  expect(await refuseWith(401)).toEqual({ goTo: ['/signin'], checked: 0 })
  expect([profileStore.get(), useSignOutReason.getState()]).toEqual([
    null,
    'You were signed out because your session ended.',
  ])
  expect(takePlace()).toEqual({ ...place, why: 'ended' })
  expect(await refuseWith(401)).toEqual({ goTo: [], checked: 0 })
})

test.each([401, 403])(
  'the act that was answered %i has no message besides the screen that opens; later acts have theirs',
  async (status) => {
    profileStore.set(claims)
    await refuseWith(status)
    notify.error('Something went wrong')
    expect([notify.current(), notify.recent()]).toEqual([null, []])
    await refuseWith(status)
    notify.error('Something went wrong')
    expect(notify.current()).toBeNull()
    await new Promise((resolve) => setTimeout(resolve))
    notify.error('Something went wrong')
    expect(notify.current()).toMatchObject({ text: 'Something went wrong' })
  },
)

test('a failure of the server is shown where the person is', async () => {
  profileStore.set(claims)
  await refuseWith(500)
  notify.error('Something went wrong')
  expect(notify.current()).toMatchObject({ text: 'Something went wrong' })
})

test('at the sign-in screen a lost session leads nowhere', () => {
  profileStore.set(claims)
  page.location.pathname = '/signin'
  const goTo = vi.fn<(href: string) => void>()
  leaveForSignIn(goTo)
  expect([goTo.mock.calls, profileStore.get()]).toEqual([[], claims])
})

test('a missing permission leads to Unauthorized with the sentence, and has the session looked at', async () => {
  profileStore.set(claims)
  expect(await refuseWith(403)).toEqual({ goTo: ['/unauthorized'], checked: 1 })
  expect(refused.take()).toEqual({ kind: 'act', message: 'Not yours.' })
  expect(takePlace()).toEqual({ ...place, why: 'refused' })
  page.location.pathname = '/unauthorized'
  expect(await refuseWith(403)).toEqual({ goTo: [], checked: 1 })
  expect([refused.take(), takePlace()]).toEqual([null, null])
})

test('a failure whose form is gone is a message', () => {
  reactToRefusals(vi.fn<(href: string) => void>(), vi.fn<() => void>())
  reportUnshownFailure('The name was not saved.')
  expect(notify.current()).toMatchObject({ level: 'error', text: 'After you left: The name was not saved.' })
})
