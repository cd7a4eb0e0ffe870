// @vitest-environment jsdom
import { agencies } from '@agency-support/contract/modules/agencies'
import { act, fireEvent, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { arrived } from '../../components/keyboard/arrival-keys.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { callQuery, queryClient } from '../../lib/requests/query.ts'
import { fetchAgencyTab } from '../lazy-agency-tabs.ts'
import type { Go } from './entry.ts'
import { useGo } from './use-go.ts'

afterEach(() => {
  // Whatever still waits for a screen must not take the keys of the next test.
  arrived()
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** The open palette at the list; `focused` is the id of what has the focus. */
async function openPalette() {
  const page = await openPage('/')
  const visited: string[] = []
  onTestFinished(page.history.subscribe(({ location }) => void visited.push(location.href)))
  const onClose = vi.fn<() => void>()
  const { result } = renderHook(() => useGo(onClose), { wrapper: page.wrapper })
  return {
    go: (to: Parameters<typeof result.current>[0]) => act(async () => result.current(to)),
    /** Chooses, and is taken to another address before the screen opens. */
    goAndLeave: (to: Go, href: string) =>
      act(async () => {
        result.current(to)
        page.history.push(href)
      }),
    address: page.address,
    visited,
    onClose,
    focused: () => document.activeElement?.id,
  }
}
const show = (id: string) => document.body.insertAdjacentHTML('beforeend', `<button id="${id}"></button>`)
const found = (agencyId: number) => ({ agencyId, name: 'Lee', isCloud: false })

test('a screen opens here, another site in a tab of its own that knows nothing of this one', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { go, address, onClose } = await openPalette()
  await go({ to: 'address', href: '/vendors' })
  await waitFor(() => expect(address()).toBe('/vendors'))
  await go({ to: 'address', href: 'https://status.test/', external: true })
  expect([open.mock.calls, address()]).toEqual([
    [['https://status.test/', '_blank', 'noopener,noreferrer']],
    '/vendors',
  ])
  await go({ to: 'rest' })
  expect([onClose.mock.calls.length, address()]).toEqual([3, '/vendors'])
})

test('an agency opens where the server says, with its data read meanwhile', async () => {
  const server = await answeringCalls({
    AgencySearch: done(found(6938), found(6939)),
    GetAgencyConfig: done({ agencyId: 6938 }),
  })
  const { go, address } = await openPalette()
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  await waitFor(() => expect(address()).toBe('/agency-detail/6938'))
  expect(server.inputs('AgencySearch')).toEqual([{ searchText: '6938', max: 20 }])
  expect(server.inputs('GetAgencyConfig')).toEqual([{ agencyId: 6938 }])
})

test.each([500, done(found(6939))])(
  'an agency that is not found so opens its own screen: %j',
  async (answer) => {
    await answeringCalls({ AgencySearch: answer, GetAgencyConfig: 500 })
    const { go, address } = await openPalette()
    await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
    await waitFor(() => expect(address()).toBe('/agency-detail/6938'))
  },
)

test('an agency whose data is slow opens all the same', async () => {
  await answeringCalls({ AgencySearch: done(found(6938)), GetAgencyConfig: lateAnswer().answer })
  const { go, address } = await openPalette()
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  await waitFor(() => expect(address()).toBe('/agency-detail/6938'))
  queryClient.clear()
})

test('agency and first tab are read while the server is asked for the address', async () => {
  // With the tab's own code, which on a busy machine loads for longer than an answer may take.
  await fetchAgencyTab(undefined)
  const late = lateAnswer()
  const calls = await answeringCalls({ AgencySearch: late.answer })
  const { go } = await openPalette()
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  const reads = ['AgencySearch', 'ClientConversionErrors', 'GetAgencyConfig', 'GetAgencyMultiFolderLog']
  await waitFor(() => expect(calls.names().toSorted()).toEqual(reads))
  late.give(done(found(6938)))
})

test.each<Go>([
  { to: 'address', href: '/vendors' },
  { to: 'agency', agencyId: 6939, searchText: '6939' },
])('an agency whose address comes late does not replace what was opened since: %j', async (since) => {
  const late = lateAnswer()
  await answeringCalls({
    AgencySearch: ({ searchText }) =>
      searchText === '6938' ? late.answer() : done(found(Number(searchText))),
    GetAgencyConfig: done({ agencyId: 6938 }),
  })
  const { go, visited } = await openPalette()
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  await go(since)
  await waitFor(() => expect(visited).toHaveLength(1))
  const { queryKey } = callQuery(agencies.search, { searchText: '6938', max: 20 })
  late.give(done(found(6938)))
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined())
  // Its answer comes later than all that follows from the other's.
  await go({ to: 'agency', agencyId: 6940, searchText: '6940' })
  await waitFor(() => expect(visited).toContain('/agency-detail/6940'))
  expect(visited).toHaveLength(2)
})

test('of two agencies whose addresses come late only the one chosen last opens', async () => {
  const [first, second] = [lateAnswer(), lateAnswer()]
  await answeringCalls({
    AgencySearch: ({ searchText }) => (searchText === '6938' ? first : second).answer(),
    GetAgencyConfig: done({ agencyId: 6938 }),
  })
  const { go, visited } = await openPalette()
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  await go({ to: 'agency', agencyId: 6939, searchText: '6939' })
  first.give(done(found(6938)))
  const { queryKey } = callQuery(agencies.search, { searchText: '6938', max: 20 })
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined())
  second.give(done(found(6939)))
  await waitFor(() => expect(visited).toEqual(['/agency-detail/6939']))
})

test('a screen does not replace what was opened before it could be drawn', async () => {
  const { goAndLeave, visited } = await openPalette()
  await goAndLeave({ to: 'address', href: '/vendors' }, '/help')
  // Asked for later, so it comes later.
  await act(() => afterPaint())
  expect(visited).toEqual(['/help'])
})

test.each<Go>([
  { to: 'address', href: '/vendors' },
  { to: 'control', href: '/vendors', focus: '#there' },
  { to: 'agency', agencyId: 6938, searchText: '6938' },
])('keys pressed before the screen is drawn are for it, not for the one left: %j', async (to) => {
  await answeringCalls({ AgencySearch: done(found(6938)), GetAgencyConfig: done({ agencyId: 6938 }) })
  const { go, visited } = await openPalette()
  const pressed = vi.fn()
  document.addEventListener('keydown', pressed)
  onTestFinished(() => document.removeEventListener('keydown', pressed))
  const choosing = go(to)
  fireEvent.keyDown(document.body, { key: 'x' })
  await choosing
  await waitFor(() => expect(visited).toHaveLength(1))
  expect(pressed).not.toHaveBeenCalled()
  document.body.insertAdjacentHTML('beforeend', '<input id="there" />')
  const field = document.querySelector<HTMLInputElement>('#there')
  field?.focus()
  arrived()
  expect(field?.value).toBe('x')
})

test('keys act at once where no other screen opens', async () => {
  await answeringCalls({ AgencySearch: done({ ...found(6938) }), GetAgencyConfig: done({ agencyId: 6938 }) })
  const { go, visited } = await openPalette()
  const pressed = vi.fn()
  document.addEventListener('keydown', pressed)
  onTestFinished(() => document.removeEventListener('keydown', pressed))
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  await waitFor(() => expect(visited).toHaveLength(1))
  arrived()
  await go({ to: 'address', href: '/agency-detail/6938?tab=users' })
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(pressed).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(visited).toHaveLength(2))
  await go({ to: 'agency', agencyId: 6938, searchText: '6938' })
  await waitFor(() => expect(visited).toHaveLength(3))
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('a control of the screen has the focus at once, one of another screen as soon as it is there', async () => {
  const { go, address, focused } = await openPalette()
  show('here')
  await go({ to: 'control', focus: '#here' })
  expect([focused(), address()]).toEqual(['here', '/'])
  await go({ to: 'control', href: '/agency-detail/6938?tab=users', focus: '#there' })
  await waitFor(() => expect([focused(), address()]).toEqual(['here', '/agency-detail/6938?tab=users']))
  show('other')
  show('there')
  await waitFor(() => expect(focused()).toBe('there'))
})

test.each(['keydown', 'pointerdown'])('after a %s nobody waits for the control any more', async (act) => {
  const { go, focused } = await openPalette()
  await go({ to: 'control', focus: '#there' })
  document.body.dispatchEvent(new Event(act, { bubbles: true }))
  show('there')
  await nextObserved()
  expect(focused()).not.toBe('there')
})

test('of two controls only the one chosen last is waited for', async () => {
  const { go, focused } = await openPalette()
  await go({ to: 'control', focus: '#first' })
  await go({ to: 'control', focus: '#second' })
  show('first')
  await nextObserved()
  expect(focused()).not.toBe('first')
  show('second')
  await waitFor(() => expect(focused()).toBe('second'))
})

test('a control that does not come for a minute is given up', async () => {
  const { go, focused } = await openPalette()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await go({ to: 'control', focus: '#there' })
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  show('there')
  await nextObserved()
  expect(focused()).not.toBe('there')
})

/** Resolves once everybody who watches the page has been told of its last change. */
function nextObserved(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true })
    document.body.append(document.createElement('i'))
  })
}
