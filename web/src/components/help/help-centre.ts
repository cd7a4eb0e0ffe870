import { createContext } from 'react'

/** Address of the external help centre, set by the app; empty: no link. */
export const HelpCentre = createContext('')
