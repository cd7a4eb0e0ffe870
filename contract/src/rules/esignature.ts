import { P } from '../permissions.ts'
import { compareText } from './text-order.ts'

/** Maximum length of an account id at Formstack (spec-001 §9). */
export const maxAccountId = 50

/** Sentences shared by console and server. */
export const esignatureTexts = {
  invalidGroup: 'Invalid Group Id',
  accountIdRequired: 'Enter an account id.',
  accountIdTooLong: `The account id must be at most ${maxAccountId} characters.`,
  noPermission: 'You do not have permission to perform this action.',
  notSubscribed: 'The agency is not subscribed.',
} as const

/** Addresses with the same key belong to the same user. */
export function toAddressKey(email: string): string {
  return email.trim().toLowerCase()
}

interface SubscriptionFacts {
  subscribed: boolean
  groupId: string
}

/** The label of the subscription's state; `undefined` while it loads (spec-001 §4). */
export function toSubscriptionText(details: SubscriptionFacts | undefined): string {
  if (details === undefined) return 'Loading'
  if (details.subscribed) return 'Subscribed'
  return details.groupId === '' ? 'Not Subscribed' : 'Cancelled'
}

/** The label of the subscription's date. */
export function toDateLabel(details: SubscriptionFacts): string {
  return toSubscriptionText(details) === 'Cancelled' ? 'Cancellation Date' : 'Subscription Date'
}

/** The text for a user without an account id. */
export function toAccountText(user: { accountId: string; isValidated: boolean }): string {
  if (user.accountId !== '') return user.accountId
  return user.isValidated ? 'ERROR CREATING ACCOUNT AT FORMSTACK' : 'Pending Verification'
}

/** Why an account id cannot be saved. */
export function whyNotAccountId(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return esignatureTexts.accountIdRequired
  return length > maxAccountId ? esignatureTexts.accountIdTooLong : undefined
}

/** Why a group cannot be requested. */
export function whyNotGroupId(text: string): string | undefined {
  const { length } = text.trim()
  return length === 0 || length > 50 ? esignatureTexts.invalidGroup : undefined
}

const unless = (held: readonly number[], needed: number): string | undefined =>
  held.includes(needed) ? undefined : esignatureTexts.noPermission

/** Why somebody with these permissions cannot change account ids. */
export function whyNotEditId(permissions: readonly number[]): string | undefined {
  return unless(permissions, P.CanEditFormstackIds)
}

/** Why somebody with these permissions cannot delete accounts. */
export function whyNotDeleteAccount(permissions: readonly number[]): string | undefined {
  return unless(permissions, P.CanManageFormstack)
}

/** Why a subscription cannot be cancelled: permission missing, or no subscription. */
export function whyNotCancel(
  permissions: readonly number[],
  { subscribed }: { subscribed: boolean },
): string | undefined {
  const forbidden = unless(permissions, P.CancelAgencySubscription)
  return forbidden ?? (subscribed ? undefined : esignatureTexts.notSubscribed)
}

/** True if registered users of an agency without subscription can be cleaned up. */
export function showsCleanup(
  permissions: readonly number[],
  { subscribed, registeredUsers }: { subscribed: boolean; registeredUsers: readonly unknown[] },
): boolean {
  return permissions.includes(P.CancelAgencySubscription) && !subscribed && registeredUsers.length > 0
}

/** True for somebody who may see the audit log. */
export function showsAuditLog(permissions: readonly number[]): boolean {
  return permissions.includes(P.CanManageFormstack)
}

/** An account in the comparison of registered users with their group at Formstack. */
export interface ComparedAccount<Ours, Theirs> {
  email: string
  ours: Ours | undefined
  theirs: Theirs | undefined
  /** A sentence about the difference; null if both agree. */
  difference: string | null
  /** How to repair it: the id to set here, or the user to delete. */
  repair: { kind: 'setId'; accountId: string } | { kind: 'delete' } | null
}

interface OurUser {
  emailAddress: string
  accountId: string
  isValidated: boolean
}
interface TheirUser {
  id: string
  email: string
  active: boolean
}

/** The registered users joined with their group's accounts by address; differences come first. */
export function compareAccounts<Ours extends OurUser, Theirs extends TheirUser>(
  ours: readonly Ours[],
  theirs: readonly Theirs[],
  { subscribed }: { subscribed: boolean },
): ComparedAccount<Ours, Theirs>[] {
  const left = new Set(theirs)
  const pairs = ours.map((user) => {
    const match = findAccount(user, theirs)
    if (match !== undefined) left.delete(match)
    return compareOne(user, match, subscribed)
  })
  const compared = [
    ...pairs,
    ...[...left].map((account) => compareOne<Ours, Theirs>(undefined, account, subscribed)),
  ]
  const rank = ({ difference }: { difference: string | null }): number => (difference === null ? 1 : 0)
  return compared.sort((one, other) => rank(one) - rank(other) || compareText(one.email, other.email))
}

/** The account of a user: among those with the address, the one with the user's id, otherwise the first. */
function findAccount<Theirs extends TheirUser>(
  { emailAddress, accountId }: OurUser,
  theirs: readonly Theirs[],
): Theirs | undefined {
  const key = toAddressKey(emailAddress)
  const alike = theirs.filter(({ email }) => toAddressKey(email) === key)
  return alike.find(({ id }) => id === accountId) ?? alike[0]
}

function compareOne<Ours extends OurUser, Theirs extends TheirUser>(
  ours: Ours | undefined,
  theirs: Theirs | undefined,
  subscribed: boolean,
): ComparedAccount<Ours, Theirs> {
  const pair = { email: ours?.emailAddress ?? theirs?.email ?? '', ours, theirs }
  if (theirs === undefined) {
    // Accounts are only created after the address is confirmed.
    if (ours?.accountId === '' && !ours.isValidated) return { ...pair, difference: null, repair: null }
    return { ...pair, difference: 'Not in the group at Formstack', repair: { kind: 'delete' } }
  }
  if (ours === undefined) return { ...pair, difference: 'Not registered here', repair: null }
  if (ours.accountId !== theirs.id)
    return {
      ...pair,
      difference: 'Another account id',
      repair: { kind: 'setId', accountId: theirs.id },
    }
  if (theirs.active === subscribed) return { ...pair, difference: null, repair: null }
  const difference = subscribed ? 'Inactive at Formstack' : 'Active although cancelled'
  return { ...pair, difference, repair: null }
}
