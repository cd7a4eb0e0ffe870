import { createContext } from 'react'

/** Id of the notice why all controls inside a PermissionGate are disabled; null outside of one. */
export const GateNotice = createContext<string | null>(null)
