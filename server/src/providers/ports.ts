/** What went wrong with a provider, in terms a room can act on. */
export type ProviderFailure = 'auth' | 'notFound' | 'invalid' | 'rateLimited' | 'unavailable' | 'protocol'

/** A provider gave no usable answer. The message is ours: a provider's own words may hold secrets. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly provider: string
  readonly kind: ProviderFailure
  /** HTTP status of the answer; undefined when none came. */
  readonly status: number | undefined
  /** The provider's own code for the failure, where it has one. */
  readonly code: string | undefined
  /** When it may be asked again, in milliseconds from now. */
  readonly retryAfterMs: number | undefined
  constructor(
    provider: string,
    kind: ProviderFailure,
    message: string,
    more: { status?: number; code?: string; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.provider = provider
    this.kind = kind
    this.status = more.status
    this.code = more.code
    this.retryAfterMs = more.retryAfterMs
  }
}

/** A person an agency named at the back office; null where nothing is known. */
export interface BackOfficeContact {
  PersonId: number | null
  Name: string | null
  Initials: string | null
  Email: string | null
}

/** What an agency has licensed, by the back office. */
export interface BackOfficeSeats {
  Total: number | null
  IsLocal: boolean | null
  HostingType: string | null
  Users: {
    Username: string | null
    FirstName: string | null
    LastName: string | null
    Email: string | null
  }[]
}

/** The provider's back office: subscriptions and licenses. Every call throws ProviderError when it cannot answer. */
export interface BackOffice {
  /** The billing cycle as the JSON text that came; it may be malformed. */
  billingCycle(agencyId: number): Promise<string>
  /** Contacts, the main one first. */
  mainContacts(agencyId: number): Promise<BackOfficeContact[]>
  licensedSeats(agencyId: number): Promise<BackOfficeSeats>
  /** The raw license; cut where it is longer than the port takes. */
  license(agencyId: number): Promise<{ text: string; isCut: boolean }>
}
