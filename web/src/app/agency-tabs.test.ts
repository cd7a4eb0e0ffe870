import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { expect, test } from 'vitest'
import { visibleTabs } from '../modules/agencies/visible-tabs.ts'
import { allAgencyTabs } from './agency-tabs.ts'

test("[AG-DETAIL-09] Texting is shown exactly when the agency's domains hold the value 2", () => {
  const shown = (domains: number, isOnline: boolean): boolean => {
    const agency = { domains, isOnline } as AgencyConfig
    return visibleTabs(allAgencyTabs, { agency, permissions: [], backOffice: false }).some(
      ({ label, index }) => label === 'Texting' && index === 6,
    )
  }
  for (const isOnline of [true, false])
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((domains) => shown(domains, isOnline))).toEqual([2, 3, 6, 7])
})

test('[AG-DETAIL-08] the tabs have the documented indices, Marketplace follows them and History is the last', () => {
  expect(allAgencyTabs.map(({ index, label }) => [index, label]).slice(0, -1)).toEqual([
    [0, 'Files'],
    [1, 'Command'],
    [2, 'Downloads'],
    [3, 'Product Summary'],
    [4, 'Config'],
    [5, 'E-SIG'],
    [6, 'Texting'],
    [7, 'Self-Serve Certs'],
    [8, 'Users'],
    [9, 'Seat Management'],
    [10, 'Marketplace'],
  ])
  expect(allAgencyTabs.at(-1)?.label).toBe('History')
})
