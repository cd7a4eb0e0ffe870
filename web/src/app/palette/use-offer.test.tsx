// @vitest-environment jsdom
import { switches } from '@agency-support/contract/modules/switches'
import { P } from '@agency-support/contract/permissions'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { type AgencyTab, AgencyTabsContext } from '../../agency/agency-tab.ts'
import { recents } from '../../agency/recents.ts'
import { forgetDeepLink, recordDeepLink } from '../../lib/deep-link.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { profileStore } from '../../lib/profile.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { nav5x } from '../nav-5x.ts'
import { readQuestion } from './question.ts'
import { useOffer } from './use-offer.ts'

const name = 'lee@support.test'
const page = lazyComponent(() => Promise.resolve(() => null))
const tab = (index: number, label: string): AgencyTab => ({
  index,
  name: label.toLowerCase(),
  label,
  notForOnline: false,
  page,
})
const tabs = [
  tab(0, 'Config'),
  { ...tab(1, 'Users'), whyHidden: ({ status }: { status: number }) => (status === 2 ? undefined : 'No.') },
]
const entries = nav5x({ helpCentreUrl: '', statusSiteUrl: '' })
const agency = { agencyId: 6938, name: 'Lee', isOnline: false, status: 2 }
const found = (agencyId: number) => ({ agencyId, name: `Agency ${agencyId}`, isCloud: false })
const user = { username: 'ADA', firstName: 'Ada', lastName: 'Ash', status: 0 }

function signIn(...permissions: number[]) {
  profileStore.set({ hsUserName: name, exp: 0, permissions, passwordChangeRequired: false })
}
beforeEach(() => {
  signIn(P.CanAccess)
  recents.setUser(name)
})
afterEach(() => {
  recents.clear()
  recents.setUser(null)
  profileStore.set(null)
  forgetDeepLink()
  vi.useRealTimers()
})

const answers = {
  AgencySearch: done(found(7), found(8)),
  GetAgencyConfig: done(agency),
  GetAgencyUsers: done(user),
  GetAlerts: done({ guid: 'g', feature: 3, message: 'Down.' }),
  ListMarketplaceProducts: done({ id: 7, name: 'Rater' }),
  GetVendors: done({ id: 9, name: 'Ven' }),
}

function Around({ children }: { children: ReactNode }) {
  return (
    <AgencyTabsContext value={tabs}>
      <Queries>{children}</Queries>
    </AgencyTabsContext>
  )
}

/** The palette's offers over a screen; `type` changes the text in its field. */
function openPalette(path: string, typed = '') {
  cleanWhenFinished()
  queryClient.setQueryData(callKey(switches.featureSwitches, {}), [])
  const { result, rerender } = renderHook((text: string) => useOffer(readQuestion(text), entries, path), {
    wrapper: Around,
    initialProps: typed,
  })
  return {
    offer: () => result.current.offer,
    waiting: () => result.current.waiting,
    labels: (part: 'here' | 'users' | 'records' | 'typed') =>
      result.current.offer[part].map(({ label }) => label),
    type: rerender,
  }
}

test('before anything is typed only the agency on the screen is read', async () => {
  const server = await answeringCalls(answers)
  recents.visit({ agencyId: 6938, name: 'Lee', isCloud: false })
  recents.visit({ agencyId: 8951, name: 'Ann', isCloud: false })
  const { offer, labels, waiting } = openPalette('/agency-detail/6938')
  expect(labels('here')).toEqual(['Config'])
  await waitFor(() => expect(labels('here')).toEqual(['Config', 'Users']))
  expect([server.names(), waiting(), offer().found]).toEqual([['GetAgencyConfig'], false, undefined])
  expect(offer().recent.map(({ agencyId }) => agencyId)).toEqual([8951])
  expect([labels('users'), labels('records'), labels('typed')]).toEqual([[], [], []])
  expect(offer().screens.map(({ label }) => label)).toEqual(expect.arrayContaining(['Main', 'Logout']))
  expect(offer().address({ agencyId: 7, isCloud: false })).toBe('/agency-detail/7')
})

test('somewhere else no agency is read', async () => {
  await answeringCalls(answers)
  const { labels } = openPalette('/vendors')
  expect([labels('here'), queryClient.isFetching()]).toEqual([[], 0])
})

test('a text is asked for once nobody types, with what else it may name', async () => {
  signIn(P.CanAccess, P.CanAccessSystemAlerts, P.ApplicationManagement)
  const late = lateAnswer()
  const server = await answeringCalls({ ...answers, AgencySearch: late.answer })
  const { offer, waiting, type, labels } = openPalette('/agency-detail/6938')
  type('an')
  type('ann')
  expect([waiting(), offer().found]).toEqual([true, undefined])
  await waitFor(() => expect(server.inputs('AgencySearch')).toEqual([{ searchText: 'ann', max: 20 }]))
  expect([waiting(), offer().found]).toEqual([true, undefined])
  late.give(answers.AgencySearch)
  await waitFor(() => expect(offer().found).toEqual([found(7), found(8)]))
  await waitFor(() => expect(waiting()).toBe(false))
  expect(labels('users')).toEqual(expect.arrayContaining(['ADA · Ada Ash']))
  await waitFor(() => expect(labels('records')).toEqual(['Texting: Down.', 'Rater', 'Ven']))
  type('annex')
  expect([waiting(), offer().found]).toEqual([true, undefined])
  type('')
  expect([waiting(), offer().found]).toEqual([false, undefined])
})

test('alerts and products are read only for those who may open them', async () => {
  const server = await answeringCalls(answers)
  const { labels } = openPalette('/vendors', 'ven')
  await waitFor(() => expect(labels('records')).toEqual(['Ven']))
  await waitFor(() => expect(server.names()).toEqual(expect.arrayContaining(['AgencySearch'])))
  expect(server.names().toSorted()).toEqual(['AgencySearch', 'GetVendors'])
})

test('alerts and products that were read are no longer offered once the permission is gone', async () => {
  signIn(P.CanAccess, P.CanAccessSystemAlerts, P.ApplicationManagement)
  await answeringCalls(answers)
  const { labels } = openPalette('/vendors', 'ann')
  await waitFor(() => expect(labels('records')).toEqual(['Texting: Down.', 'Rater', 'Ven']))
  act(() => signIn(P.CanAccess))
  expect(labels('records')).toEqual(['Ven'])
})

test('for a whole id only that agency is asked for, at once', async () => {
  const server = await answeringCalls(answers)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { type } = openPalette('/vendors')
  await act(async () => type('00006938'))
  vi.useRealTimers()
  await waitFor(() => expect(server.names()).toEqual(['AgencySearch']))
})

test('a search that fails says nothing about which agencies there are', async () => {
  await answeringCalls({ ...answers, AgencySearch: 500 })
  const { offer, waiting, type } = openPalette('/vendors', 'lee')
  expect([waiting(), offer().failed]).toEqual([true, false])
  await waitFor(() => expect(waiting()).toBe(false))
  expect([offer().found, offer().failed]).toEqual([undefined, true])
  type('lees')
  expect([waiting(), offer().failed]).toEqual([true, false])
  type('')
  expect(offer().failed).toBe(false)
})

test.each(['>lee', '?lee'])('%s asks no server', async (typed) => {
  const server = await answeringCalls(answers)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { waiting, type } = openPalette('/vendors')
  type(typed)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect([waiting(), queryClient.isFetching(), server.names()]).toEqual([false, 0, []])
})

test('an agency that does not exist has no tabs, one on the newer version no users here', async () => {
  await answeringCalls({ ...answers, GetAgencyConfig: { code: 2, message: 'Agency not found', data: [] } })
  const unknown = openPalette('/agency-detail/6938', 'a')
  await waitFor(() => expect(unknown.labels('here')).toEqual([]))
  const server = await answeringCalls({ ...answers, GetAgencyConfig: done({ ...agency, isOnline: true }) })
  const online = openPalette('/agency-detail/6939', 'a')
  await waitFor(() => expect(online.labels('here')).toEqual(['Config', 'Users']))
  expect([online.labels('users'), server.names().includes('GetAgencyUsers')]).toEqual([[], false])
})

test('in the back office an agency has no users', async () => {
  recordDeepLink({ source: 'bo', destination: 'as', tab: '' })
  const server = await answeringCalls(answers)
  const { waiting } = openPalette('/agency-detail/6938', 'ada')
  await waitFor(() => expect(waiting()).toBe(false))
  expect(server.names()).not.toContain('GetAgencyUsers')
})
