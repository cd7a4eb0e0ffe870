import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { useEffect } from 'react'
import { isBackOffice } from '../../lib/deep-link.ts'
import { recents } from '../../lib/recents.ts'

/** Puts an opened agency among the recent ones, and takes out one that nobody knows (null). */
export function useRecentVisit(agencyId: number, agency: AgencyConfig | null | undefined): void {
  const name = agency?.name
  const isCloud = agency?.isOnline
  const isGone = agency === null
  useEffect(() => {
    if (isGone) recents.drop(agencyId)
    if (name !== undefined && isCloud !== undefined && !isBackOffice())
      recents.visit({ agencyId, name, isCloud })
  }, [agencyId, name, isCloud, isGone])
}
