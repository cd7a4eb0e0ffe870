import { createContext } from 'react'

/** Id of the notice that says why every control inside a gate is disabled; null outside of one. */
export const GateNotice = createContext<string | null>(null)
