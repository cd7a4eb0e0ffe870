import { createContext, use } from 'react'

/** The agency on screen, for table cells, whose columns are constants. */
export const AgencyIdContext = createContext(0)

/** The id of the agency whose rows are shown. */
export function useAgencyId(): number {
  return use(AgencyIdContext)
}
