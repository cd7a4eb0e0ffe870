/** Sentences of registrations and resets that console and server share. */
export const marketplaceTexts = {
  confirmed: 'This registration is confirmed already.',
  notExpired: 'This registration has not expired.',
  notTest: 'Agency reset is only available for test agencies.',
  nothingToReset: 'Nothing to reset.',
} as const

/** The least id of a test agency; only those can be reset. */
const firstTestAgency = 90_000_000

/** True for an agency that may be reset. */
export function isTestAgency(agencyId: number): boolean {
  return agencyId >= firstTestAgency
}

/** How long a registration stays Pending after its code has expired, and how long a reactivation lets the code live. */
export const graceMinutes = 10

/** What a registration is called, in the order in which a table shows them first (D-39). */
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

/** What a registration is called at an instant of the server's clock, in epoch milliseconds (D-75). */
export function toRegistrationStatus(registration: RegistrationFacts, now: number): RegistrationStatus {
  if (registration.confirmed) return 'Registered'
  return now >= getExpiry(registration) ? 'Expired' : 'Pending'
}

/** What the reset form holds; a choice of '' or 0 stands for all. */
export interface ResetChoice {
  registration: boolean
  initials: string
  subscriptions: boolean
  productId: number
  /** The agency storage clear, which is the cloud-data clear (D-76). */
  storage: boolean
  /** Also what lies under the agency's domains. */
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

/** True when the form may be sent. */
export function isResetValid({ registration, subscriptions, storage }: ResetChoice): boolean {
  return registration || subscriptions || storage
}

/** The form after one of its fields has changed: without the storage clear there is no clearing of domains. */
export function changeReset(choice: ResetChoice, change: Partial<ResetChoice>): ResetChoice {
  const next = { ...choice, ...change }
  return next.storage ? next : { ...next, domains: false }
}

/** What the drop-downs of the reset form hold beside 'All'. */
export interface ResetTargets {
  initials: readonly string[]
  productIds: readonly number[]
}

/** The form as it can be sent: what is no longer there to be reset is no longer chosen, and never becomes all. */
export function fitReset(choice: ResetChoice, { initials, productIds }: ResetTargets): ResetChoice {
  const hasPerson = choice.initials === '' ? initials.length > 0 : initials.includes(choice.initials)
  const hasProduct = choice.productId === 0 ? productIds.length > 0 : productIds.includes(choice.productId)
  return {
    ...choice,
    ...(hasPerson ? {} : { registration: false, initials: '' }),
    ...(hasProduct ? {} : { subscriptions: false, productId: 0 }),
  }
}
