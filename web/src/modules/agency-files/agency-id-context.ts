import { createContext, use } from 'react'

/** The agency on the screen, for cells of its tables, whose columns are constants. */
export const AgencyIdContext = createContext(0)

export function useAgencyId(): number {
  return use(AgencyIdContext)
}
