import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import {
  emailEvents,
  lacksPermissions,
  onlineLabel,
  outcomeLabel,
  userFlags,
  userStatusLabel,
} from '@agency-support/contract/rules/agency-users'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleX,
  Clock,
  Info,
  Lock,
  MailCheck,
  MailX,
  Minus,
  ShieldAlert,
  ShieldOff,
  Square,
} from 'lucide-react'
import { Popover } from '../../ui/popover.tsx'
import { StatusChip, type ChipStyle } from '../../ui/status-chip.tsx'
import { fieldLabel } from '../../lib/format/field-label.ts'
import unlockedStyles from './unlocked.module.css'
import styles from './users.module.css'
import { agencyUserMessages } from './messages.ts'

const statusChips: Readonly<Record<number, ChipStyle>> = {
  1: { role: 'bad', icon: Ban },
  2: { role: 'bad', icon: Lock },
  3: { role: 'warn', icon: ShieldAlert },
}
const onlineChips = {
  Active: { role: 'ok', icon: CircleDot },
  Temporary: { role: 'warn', icon: Clock },
  Legacy: { role: 'neutral', icon: Square },
} as const satisfies Record<string, ChipStyle>
const good: ChipStyle = { role: 'ok', icon: CircleCheck }
const bad: ChipStyle = { role: 'bad', icon: CircleX }
const warning: ChipStyle = { role: 'warn', icon: CircleAlert }
const neutral: ChipStyle = { role: 'neutral', icon: Minus }
const queued: ChipStyle = { role: 'warn', icon: Clock }
const underWay: ChipStyle = { role: 'info', icon: Info }

/** The status of an agency user; nothing if none. */
export function UserStatusChip({ status }: { status: number }) {
  const label = userStatusLabel(status)
  return label === '' ? null : <StatusChip {...(statusChips[status] ?? neutral)} label={label} />
}

/** That a user was unlocked, or that it is queued while the agency's software has yet to fetch it. */
export function UnlockedChip({ isQueued }: { isQueued: boolean }) {
  return isQueued ? (
    <StatusChip {...queued} label="Unlocked, queued" />
  ) : (
    <StatusChip {...good} label="Unlocked just now" />
  )
}

/** Temporary, Active or Legacy. */
export function OnlineChip({ user }: { user: Pick<AgencyUser, 'expiresOn' | 'online'> }) {
  const label = onlineLabel(user)
  return <StatusChip {...onlineChips[label]} label={label} />
}

/** The flags of a user as small tags. */
export function FlagTags({ flags }: { flags: number }) {
  const names = userFlags(flags)
  if (names.length === 0) return null
  return (
    <ul className={styles.tags} aria-label="Flags">
      {names.map((name) => (
        <li key={name} title={name}>
          {fieldLabel(name)}
        </li>
      ))}
    </ul>
  )
}

/** Marks a user without any permission and says what helps. */
export function NoPermissionsIcon({ user }: { user: AgencyUser }) {
  if (!lacksPermissions(user)) return null
  return (
    <span className={styles.noPermissions} data-tip={agencyUserMessages.noPermissions}>
      <ShieldOff role="img" aria-label={agencyUserMessages.noPermissions} />
    </span>
  )
}

/** Marks a locked user whom the agency's software did not unlock, and says why. */
export function NotUnlockedIcon({ user: { username, unlockProblem } }: { user: AgencyUser }) {
  // Missing in the answer of a server of an older release, which may run at the same time.
  if (!unlockProblem) return null
  return (
    <Popover
      label={`Why ${username} was not unlocked`}
      role="note"
      className={unlockedStyles.whyNotUnlocked}
      trigger={
        <button type="button" className={unlockedStyles.notUnlocked} aria-label={unlockProblem}>
          <CircleAlert aria-hidden="true" />
        </button>
      }
    >
      {unlockProblem}
    </Popover>
  )
}

/** Whether the address of a user is confirmed; nothing for a temporary user, who has none. */
export function EmailVerifiedIcon({ user: { emailVerified, expiresOn } }: { user: AgencyUser }) {
  if (expiresOn !== null) return null
  const text = emailVerified ? agencyUserMessages.verified : agencyUserMessages.notVerified
  const Icon = emailVerified ? MailCheck : MailX
  return (
    <span className={styles.emailVerified} data-tip={text}>
      <Icon role="img" aria-label={text} />
    </span>
  )
}

const eventChips: Readonly<Record<number, ChipStyle>> = {
  1: underWay,
  2: bad,
  3: good,
  4: underWay,
  5: bad,
  6: good,
  7: good,
  8: bad,
  9: warning,
  10: bad,
}

/** Email events that mean the mail was not delivered. */
export const undelivered: ReadonlySet<number> = new Set(
  Object.entries(eventChips).flatMap(([event, look]) => (look === bad ? [Number(event)] : [])),
)

/** What happened to a mail. */
export function EmailEventChip({ event }: { event: number }) {
  return <StatusChip {...(eventChips[event] ?? neutral)} label={emailEvents[event] ?? String(event)} />
}

/** How a sign-in ended. */
export function OutcomeChip({ outcome }: { outcome: number }) {
  const look = outcome === 0 ? good : outcome === 1 || outcome === 5 ? warning : bad
  return <StatusChip {...look} label={outcomeLabel(outcome)} />
}
