import { createContext, use } from 'react'

/** Actions on a registration, supplied by the card to its table. */
export interface RegistrationActions {
  reactivate: (initials: string) => void
  /** Initials of the registration being reactivated. */
  reactivating: string | null
}

export const RegistrationActionsContext = createContext<RegistrationActions | null>(null)

/** The actions of the surrounding card. */
export function useRegistrationActions(): RegistrationActions {
  const actions = use(RegistrationActionsContext)
  if (actions === null) throw new Error('there is no card of registrations around this')
  return actions
}
