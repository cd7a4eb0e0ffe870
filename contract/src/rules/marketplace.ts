/** Sentences of registrations and resets, shared by console and server. */
export const marketplaceTexts = {
  confirmed: 'This registration is confirmed already.',
  notExpired: 'This registration has not expired.',
  notTest: 'Agency reset is only available for test agencies.',
  nothingToReset: 'Nothing to reset.',
} as const

/** The lowest id of test agencies; only those can be reset. */
const firstTestAgency = 90_000_000

/** True for an agency that may be reset. */
export function isTestAgency(agencyId: number): boolean {
  return agencyId >= firstTestAgency
}

/** How long a registration stays Pending after its code expired, and how long a reactivation extends the code. */
export const graceMinutes = 10

/** The statuses of a registration, in sort order (D-39). */
export const registrationStatuses = ['Expired', 'Pending', 'Registered'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

interface RegistrationFacts {
  confirmed: boolean
  codeExpiration: string
}

/** The instant from which an unconfirmed registration is Expired, in epoch milliseconds. */
export function getExpiry({ codeExpiration }: RegistrationFacts): number {
  return Date.parse(codeExpiration) + graceMinutes * 60_000
}

/** The status of a registration at an instant of the server's clock, in epoch milliseconds (D-75). */
export function toRegistrationStatus(registration: RegistrationFacts, now: number): RegistrationStatus {
  if (registration.confirmed) return 'Registered'
  return now >= getExpiry(registration) ? 'Expired' : 'Pending'
}

/** The values of the reset form; '' or 0 stands for all. */
export interface ResetChoice {
  registration: boolean
  initials: string
  subscriptions: boolean
  productId: number
  /** Clears the agency storage, which is the cloud-data clear (D-76). */
  storage: boolean
  /** Also clears the data of the agency's domains. */
  domains: boolean
}

/** Nothing chosen. */
export const noReset: ResetChoice = {
  registration: false,
  initials: '',
  subscriptions: false,
  productId: 0,
  storage: false,
  domains: false,
}

/** True if the form may be submitted. */
export function isResetValid({ registration, subscriptions, storage }: ResetChoice): boolean {
  return registration || subscriptions || storage
}

/** The form after a change of one field: clearing domains requires the storage clear. */
export function changeReset(choice: ResetChoice, change: Partial<ResetChoice>): ResetChoice {
  const next = { ...choice, ...change }
  return next.storage ? next : { ...next, domains: false }
}

/** The choices of the reset form's drop-downs besides 'All'. */
export interface ResetTargets {
  initials: readonly string[]
  productIds: readonly number[]
}

/** The form without choices that no longer exist; a vanished choice never becomes 'All'. */
export function fitReset(choice: ResetChoice, { initials, productIds }: ResetTargets): ResetChoice {
  const hasPerson = choice.initials === '' ? initials.length > 0 : initials.includes(choice.initials)
  const hasProduct = choice.productId === 0 ? productIds.length > 0 : productIds.includes(choice.productId)
  return {
    ...choice,
    ...(hasPerson ? {} : { registration: false, initials: '' }),
    ...(hasProduct ? {} : { subscriptions: false, productId: 0 }),
  }
}
