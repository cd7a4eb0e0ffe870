import { createContext, use } from 'react'

/** What can be done with a registration, given by the card to the table in it. */
export interface RegistrationActions {
  reactivate: (initials: string) => void
  /** Whose registration is being reactivated. */
  reactivating: string | null
}

export const RegistrationActionsContext = createContext<RegistrationActions | null>(null)

/** The actions of the card around it. */
export function useRegistrationActions(): RegistrationActions {
  const actions = use(RegistrationActionsContext)
  if (actions === null) throw new Error('there is no card of registrations around this')
  return actions
}
