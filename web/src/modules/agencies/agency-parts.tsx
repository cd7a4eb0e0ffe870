import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { type ComponentType, createElement, lazy, Suspense, use } from 'react'
import { type AgencyPart, AgencyPartsContext, type AgencyTabProps } from '../../lib/agency-tab.ts'

const pages = new Map<AgencyPart, ComponentType<AgencyTabProps>>()

/** The lazy component of a part, made once. */
function pageOf(part: AgencyPart): ComponentType<AgencyTabProps> {
  const known = pages.get(part)
  if (known !== undefined) return known
  const made = lazy(async () => ({ default: (await part.page()).Part }))
  pages.set(part, made)
  return made
}

/** What other rooms bring to this place of the agency screen, each as it comes. */
export function AgencyParts({ place, agency }: { place: AgencyPart['place']; agency: AgencyConfig }) {
  const parts = use(AgencyPartsContext).filter((part) => part.place === place)
  return parts.map((part, index) => (
    <Suspense key={index} fallback={null}>
      {createElement(pageOf(part), { agency })}
    </Suspense>
  ))
}
