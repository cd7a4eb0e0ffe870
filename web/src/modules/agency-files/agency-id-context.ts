import { createContext, use } from 'react'

/** The agency on screen, for table cells, whose columns are constants. */
export const AgencyIdContext = createContext(0)

/** The agency whose files are shown. */
export function useAgencyId(): number {
  return use(AgencyIdContext)
}
