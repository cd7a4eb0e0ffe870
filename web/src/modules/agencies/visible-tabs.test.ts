import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { whyNoSeatManagement } from '@agency-support/contract/rules/seats'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { lazyComponent } from '../../lib/lazy.tsx'
import { chooseTab, findFirstReads, visibleTabs } from './visible-tabs.ts'

const names = ['files', 'config', 'users', 'seatmanagement', 'marketplace', 'history']
const tabs = names.map((name, index) => ({
  index,
  name,
  label: name,
  notForOnline: false,
  page: lazyComponent(() => Promise.reject(new Error('never opened here'))),
}))

const agency = { isOnline: true } as AgencyConfig
const viewer = { agency, permissions: [], backOffice: false }

test('[AG-DETAIL-06] opened from the back office, every tab but Seat Management is hidden', () => {
  expect(visibleTabs(tabs, { ...viewer, backOffice: true }).map(({ name }) => name)).toEqual([
    'seatmanagement',
  ])
  expect(visibleTabs(tabs, viewer)).toEqual(tabs)
})

test('the asked tab is chosen, the first one if it is unknown; by default the first that applies to the agency', () => {
  const some = tabs.map((tab) => ({ ...tab, notForOnline: tab.name === 'files' }))
  const choose = (asked: string | undefined, isOnline: boolean | undefined) =>
    chooseTab(some, asked, isOnline)?.name
  expect(choose('users', true)).toBe('users')
  expect(choose('files', true)).toBe('files')
  expect(['none', undefined].map((asked) => choose(asked, true))).toEqual(['files', 'config'])
  expect([false, undefined].map((isOnline) => choose(undefined, isOnline))).toEqual(['files', 'files'])
})

test('nothing is read for a tab that does not apply, or while that is not known', () => {
  const load = () => Promise.resolve()
  const some = tabs.map((tab) => ({
    ...tab,
    load,
    notForOnline: tab.name === 'files',
    ...(tab.name === 'users' ? { whyHidden: (): undefined => undefined } : {}),
  }))
  const reads = (asked: string, known: AgencyConfig | undefined) =>
    findFirstReads(some, asked, { ...viewer, agency: known }) === load
  expect([reads('config', undefined), reads('config', agency)]).toEqual([true, true])
  expect([reads('users', undefined), reads('users', agency)]).toEqual([false, true])
  expect(reads('files', agency)).toBe(false)
  expect(reads('files', { ...agency, isOnline: false })).toBe(true)
})

test('[AG-DETAIL-12] Seat Management is shown only with SeatManagement and for an online agency', () => {
  const seatTabs = tabs.map((tab) => ({
    ...tab,
    ...(tab.name === 'seatmanagement' ? { whyHidden: whyNoSeatManagement } : {}),
  }))
  const shown = (isOnline: boolean, permissions: readonly number[], backOffice = false): boolean =>
    visibleTabs(seatTabs, { agency: { ...agency, isOnline }, permissions, backOffice }).some(
      ({ name }) => name === 'seatmanagement',
    )
  const others = Object.values(P).filter((id) => id !== P.SeatManagement)
  expect(shown(true, [P.SeatManagement])).toBe(true)
  expect(shown(true, [P.SeatManagement], true)).toBe(true)
  expect(shown(false, [P.SeatManagement])).toBe(false)
  expect(shown(true, others)).toBe(false)
  expect(visibleTabs(seatTabs, { ...viewer, permissions: others })).toHaveLength(tabs.length - 1)
})
