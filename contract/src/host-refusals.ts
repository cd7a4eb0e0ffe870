import { providerRefusals, unclearChange } from './provider-refusals.ts'

const name = 'The host that answers this'

/** The refusals of a call that another host may answer (SERVICE_HOSTS): it is a provider like any other (D-102). */
export const hostRefusals = providerRefusals(name)

/** The same of a change. */
export const hostChangeRefusals = {
  ...hostRefusals,
  ...unclearChange(name, 'Please look whether your change was saved before you try again.'),
} as const
