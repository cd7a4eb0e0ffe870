import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { use, useDeferredValue } from 'react'
import { type AgencyPart, AgencyPartsContext } from '../../agency/agency-tab.ts'
import { LoadedPart } from '../../components/loading/loaded-part.tsx'
import { agencyMessages } from './messages.ts'

/** Parts that other modules contribute here, rendered after the agency's identity, each when loaded. */
export function AgencyParts({ place, agency }: { place: AgencyPart['place']; agency: AgencyConfig }) {
  const parts = use(AgencyPartsContext).filter((part) => part.place === place)
  const isDrawn = useDeferredValue(true, false)
  if (!isDrawn) return null
  return parts.map(({ page }, index) => (
    <LoadedPart key={index} of={page} props={{ agency }} failed={agencyMessages.partNotLoaded} />
  ))
}
