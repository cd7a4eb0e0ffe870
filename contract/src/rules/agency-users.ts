import { P } from '../permissions.ts'
import { type CommandEnd, whyNotDone } from './agency-commands.ts'
import { compareText } from './text-order.ts'

/** Status of an agency's user; 0 has no name (spec-001 §4). */
const agencyUserStatuses = [
  { value: 0, label: '' },
  { value: 1, label: 'Disabled' },
  { value: 2, label: 'Locked Out' },
  { value: 3, label: 'Password Change Required' },
] as const
export const lockedOut = 2

/** Bits of userFlags (spec-001 §3). */
export const userFlag = {
  inactive: 1,
  roaming: 2,
  superUser: 4,
  cloudAccessEnabled: 8,
  placeholder: 16,
} as const
export type UserFlag = keyof typeof userFlag

/** Codes of an email event (spec-001 §4). */
export const emailEvents = [
  'Other',
  'Processed',
  'Dropped',
  'Delivered',
  'Deferred',
  'Bounce',
  'Open',
  'Click',
  'Spam',
  'Unsubscribe',
  'Block',
] as const

/** What an email was about (spec-001 §4). */
export const emailCategories = [
  'Other',
  'Email Verification',
  'Temporary Password',
  'Forgot Password',
] as const
export const verificationMail = 1
export const processedMail = 1

/** Outcomes of a sign-in (spec-001 §4). */
export const signinOutcomes: Readonly<Record<number, string>> = {
  0: 'Successful',
  1: 'MFA Required',
  2: 'JWT Expired',
  3: 'Invalid Credentials',
  4: 'Locked Out',
  5: 'Password Change Required',
  6: 'License Expired',
  7: 'Access Disabled',
  8: 'Missing Product',
  99: 'Error',
}

/** What the rules need to know about a user. */
export interface UserFacts {
  username: string
  firstName: string
  lastName: string
  expiresOn: string | null
  online: boolean
  status: number
  userFlags: number
  agencyPermissions: readonly number[]
}

/** The label of a status; empty for none, the number if it is unknown. */
export function userStatusLabel(status: number): string {
  return agencyUserStatuses.find(({ value }) => value === status)?.label ?? String(status)
}

/** The kind of a user: one that expires is temporary, whatever `online` says. */
export function onlineLabel(
  user: Pick<UserFacts, 'expiresOn' | 'online'>,
): 'Temporary' | 'Active' | 'Legacy' {
  if (user.expiresOn !== null) return 'Temporary'
  return user.online ? 'Active' : 'Legacy'
}

/** The flags that are set, in the order of their bits. */
export function userFlags(flags: number): UserFlag[] {
  return (Object.keys(userFlag) as UserFlag[]).filter((name) => (flags & userFlag[name]) !== 0)
}

/** Placeholder users are not shown (B-24). */
function isShownUser(user: Pick<UserFacts, 'userFlags'>): boolean {
  return (user.userFlags & userFlag.placeholder) === 0
}

/** True for a user without permissions, which a new config file would bring; temporary users need none. */
export function lacksPermissions(user: Pick<UserFacts, 'agencyPermissions' | 'expiresOn'>): boolean {
  return user.agencyPermissions.length === 0 && user.expiresOn === null
}

/** The longest text of the initials filter. */
export const maxFilterLength = 3

/** True if the initials begin with the filter's text, ignoring case; only its first three characters count. */
export function initialsMatch(username: string, filter: string): boolean {
  return username.toUpperCase().startsWith(filter.trim().slice(0, maxFilterLength).toUpperCase())
}

/** Users as listed: without placeholders, locked ones first, then by initials. */
export function listedUsers<User extends UserFacts>(users: readonly User[]): User[] {
  const rank = ({ status }: User): number => (status === lockedOut ? 0 : 1)
  return users.filter(isShownUser).sort((a, b) => rank(a) - rank(b) || compareText(a.username, b.username))
}

/** Why a user cannot be unlocked by someone with these permissions (B-12). */
export function whyNotUnlock(permissions: readonly number[]): string | undefined {
  return permissions.includes(P.CanUnlockAgencyUsers)
    ? undefined
    : 'You do not have permission to unlock users. Please contact your manager or an escalation team member for assistance. Needs the CanUnlockAgencyUsers permission.'
}

/** Why someone with these permissions can neither create nor end temporary users (B-12). */
export function whyNotTemporaryUser(permissions: readonly number[]): string | undefined {
  return permissions.includes(P.SuperUserCreation)
    ? undefined
    : 'You do not have permission to create temporary users. Please contact your manager for assistance. Needs the SuperUserCreation permission.'
}

/** A sign-in, as needed for its summary. */
export interface SigninFacts {
  outcome: number
  ip: string
}

/** The name of an outcome; its number if it has none. */
export function outcomeLabel(outcome: number): string {
  return signinOutcomes[outcome] ?? String(outcome)
}

/** Consecutive attempts with the same outcome. */
interface Run {
  outcome: number
  count: number
  addresses: Set<string>
}

/** The address of all attempts in a run; undefined if there were several or none. */
function soleAddress(run: Run | undefined): string | undefined {
  return run?.addresses.size === 1 ? [...run.addresses][0] : undefined
}

/**
 * Summarises a log (newest first) in one sentence from the oldest on: '3 × Invalid Credentials, then Locked Out from
 * 10.0.0.4.' An address shared by consecutive runs is named once, at their end. Empty for an empty log.
 */
export function readSignins(log: readonly SigninFacts[]): string {
  const runs: Run[] = []
  for (const { outcome, ip } of log.toReversed()) {
    const last = runs.at(-1)
    const run = last?.outcome === outcome ? last : { outcome, count: 0, addresses: new Set<string>() }
    if (run !== last) runs.push(run)
    run.count += 1
    if (ip !== '') run.addresses.add(ip)
  }
  const parts = runs.map((run, at) => {
    const times = run.count > 1 ? `${run.count} × ` : ''
    return `${times}${outcomeLabel(run.outcome)}${origin(run, runs[at + 1])}`
  })
  return parts.length === 0 ? '' : `${parts.join(', then ')}.`
}

function origin(run: Run, next: Run | undefined): string {
  if (run.addresses.size === 0) return ''
  const address = soleAddress(run)
  if (address === undefined) return ` from ${run.addresses.size} addresses`
  return soleAddress(next) === address ? '' : ` from ${address}`
}

const unlocking = { done: 'unlocked', act: 'the unlocking', able: 'unlock a user' } as const

/** Why a user is still locked after the unlocking ended like this; undefined if the agency carried it out. */
export function whyNotUnlocked(ended: CommandEnd): string | undefined {
  return whyNotDone(ended, unlocking)
}
