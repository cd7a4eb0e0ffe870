import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { use, useDeferredValue } from 'react'
import { type AgencyPart, AgencyPartsContext } from '../../agency/agency-tab.ts'

/** What other modules bring to this place of the agency screen, each as it comes, after who the agency is. */
export function AgencyParts({ place, agency }: { place: AgencyPart['place']; agency: AgencyConfig }) {
  const parts = use(AgencyPartsContext).filter((part) => part.place === place)
  const isDrawn = useDeferredValue(true, false)
  if (!isDrawn) return null
  return parts.map(({ page: { Part } }, index) => <Part key={index} agency={agency} />)
}
