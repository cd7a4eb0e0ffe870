import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { whyNoSeatManagement } from '@agency-support/contract/rules/seats'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { lazyComponent } from '../../lib/lazy.tsx'
import { visibleTabs } from './visible-tabs.ts'

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
