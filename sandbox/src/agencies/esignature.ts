import type { ClientIn } from '@agency-support/contract/call'
import type { esignature } from '@agency-support/contract/modules/esignature'
import { type AgencyUser, toEmail } from './people.ts'
import { type Profile, seededRandomFor } from './profile.ts'

/** The e-signature events of an agency's software. */
export type EsignatureEvents = ClientIn<typeof esignature.report>['events']

/** A person registered for e-signature at an agency. */
interface Signer {
  email: string
  initials: string
  isAdmin: boolean
  isValidated: boolean
  registeredAt: Date
  /** The account at Formstack; undefined until the address is confirmed. */
  accountId: string | undefined
  /** False if the answer to creating the account was lost, so that the agency does not know its id. */
  knowsAccount: boolean
}

/** The e-signature of an agency, if any. */
export interface AgencyEsignature {
  groupId: string
  subscribedAt: Date
  cancelledAt: Date | undefined
  signers: readonly Signer[]
}

const day = 86_400_000

/** Documented agencies: one subscribed, one cancelled, one without e-signature. */
const wellKnown: ReadonlyMap<number, 'subscribed' | 'cancelled' | 'none'> = new Map([
  [6938, 'subscribed'],
  [13141, 'cancelled'],
  [8951, 'none'],
])

/** The e-signature of an agency, the same in every run of a day. */
export function getEsignature(
  profile: Profile,
  users: readonly AgencyUser[],
  today: Date,
): AgencyEsignature | undefined {
  const { agencyId } = profile
  const random = seededRandomFor(agencyId, 'e-signature')
  const madeUp = random.pick(['subscribed', 'subscribed', 'none', 'none', 'cancelled'] as const)
  const state = wellKnown.get(agencyId) ?? madeUp
  if (state === 'none') return undefined
  const midnight = Math.floor(today.getTime() / day) * day
  const subscribedAt = new Date(
    midnight - random.whole(60, 700) * day + random.whole(9 * 60, 17 * 60) * 60_000,
  )
  const groupId = String(400_000_000 + agencyId)
  const signers = users
    .filter(({ status }) => status === 0)
    .map((user, at) => ({
      email: toEmail(user, agencyId),
      initials: user.username,
      isAdmin: at === 0,
      isValidated: user.emailVerified,
      registeredAt: new Date(subscribedAt.getTime() + random.whole(0, 50) * day),
      accountId: user.emailVerified ? `${groupId}${String(at + 1).padStart(2, '0')}` : undefined,
      knowsAccount: !random.chance(0.2),
    }))
  const cancelledAt = state === 'cancelled' ? new Date(midnight - random.whole(1, 50) * day) : undefined
  return { groupId, subscribedAt, cancelledAt, signers }
}

/** As events of the agency's software; the ids are stable, so that repeating them changes nothing. */
export function toEvents({
  groupId,
  subscribedAt,
  cancelledAt,
  signers,
}: AgencyEsignature): EsignatureEvents {
  const emailAddress = signers[0]?.email ?? 'owner@agency.example'
  const lastRegistered = Math.max(subscribedAt.getTime(), ...signers.map((one) => one.registeredAt.getTime()))
  return [
    { kind: 'subscribed', id: 'subscribed-1', at: subscribedAt.toISOString(), groupId, emailAddress },
    {
      kind: 'users',
      id: 'users-1',
      at: new Date(lastRegistered).toISOString(),
      users: signers.map((signer) => ({
        emailAddress: signer.email,
        userInitials: signer.initials,
        isAdmin: signer.isAdmin,
        isValidated: signer.isValidated,
        dateCreated: signer.registeredAt.toISOString(),
        accountId: (signer.knowsAccount ? signer.accountId : undefined) ?? '',
      })),
    },
    ...(cancelledAt === undefined
      ? []
      : [{ kind: 'cancelled' as const, id: 'cancelled-1', at: cancelledAt.toISOString(), emailAddress }]),
  ]
}

/** The group in Formstack's format. */
export function toGroup({ groupId, subscribedAt, cancelledAt, signers }: AgencyEsignature): object {
  const isActive = cancelledAt === undefined
  return {
    id: groupId,
    startDate: subscribedAt.toISOString(),
    active: isActive,
    users: signers.flatMap((signer) =>
      signer.accountId === undefined
        ? []
        : [
            {
              id: signer.accountId,
              email: signer.email,
              active: isActive,
              admin: signer.isAdmin,
              created: signer.registeredAt.toISOString(),
              activated: signer.registeredAt.toISOString(),
              deactivated: cancelledAt?.toISOString() ?? null,
            },
          ],
    ),
  }
}
