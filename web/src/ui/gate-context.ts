import { createContext } from 'react'

/** Id of the notice why all controls inside a PermissionGate are disabled; undefined outside of one. */
export const GateNotice = createContext<string | undefined>(undefined)
