import { createContext } from 'react'

/** Address of the external help centre; empty: no link. Given by the app. */
export const HelpCentre = createContext('')
