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
