import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import { lockedOut, userFlag } from '@agency-support/contract/rules/agency-users'
import { fullName } from '@agency-support/contract/rules/person-name'
import { KeyRound, LockOpen, Mail, Settings } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { FailedReason } from '../../components/agency-software/failed-reason.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import {
  EmailVerifiedIcon,
  FlagTags,
  NoPermissionsIcon,
  NotUnlockedIcon,
  OnlineChip,
  UnlockedChip,
  UserStatusChip,
} from './chips.tsx'
import { agencyUserMessages } from './messages.ts'
import type { SettingsView } from './settings-dialog.tsx'
import unlockedStyles from './unlocked.module.css'
import styles from './users.module.css'

/** Actions on a user, shared by cards and table rows. */
export interface UserActions {
  /** Server time, to tell what has expired. */
  now: string
  /** Why unlocking is disabled, or undefined. */
  whyNotUnlock: string | undefined
  /** Names of the users being unlocked. */
  unlocking: readonly string[]
  unlock: (user: AgencyUser) => void
  /** True if this person has unlocked the user since the list was loaded. */
  wasUnlocked: (user: AgencyUser) => boolean
  /** What to say about an unlock not yet fetched by the agency's software; otherwise null. */
  whyQueued: (user: AgencyUser) => string | null
  openSettings: (user: AgencyUser, view: SettingsView) => void
}

/**
 * Unlocking removes the pressed button; focus then moves to `next`, which opens the log that shows what caused the lock.
 */
export function useFocusAfterUnlock({ status }: AgencyUser) {
  const isLocked = status === lockedOut
  const next = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  useLayoutEffect(() => {
    if (isLocked || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true })
  }, [isLocked])
  return { next, onUnlock: () => void (pressed.current = true) }
}

interface UserButtonsProps {
  user: AgencyUser
  actions: UserActions
  onUnlock: () => void
  /** The button of the sign-in log. */
  log?: RefObject<HTMLButtonElement | null>
}

/** The buttons of a user: unlock if locked, the two logs, settings. */
export function UserButtons({ user, actions, onUnlock, log }: UserButtonsProps) {
  const { username } = user
  return (
    <span className={styles.actions} data-user={username}>
      {user.status === lockedOut && (
        <Button
          icon={<LockOpen aria-hidden="true" />}
          aria-label={`Unlock ${username}`}
          busy={actions.unlocking.includes(username)}
          disabledReason={actions.whyNotUnlock}
          quietReason
          onClick={() => {
            onUnlock()
            actions.unlock(user)
          }}
        >
          Unlock
        </Button>
      )}
      <IconButton
        label={`Email Status Log of ${username}`}
        icon={<Mail aria-hidden="true" />}
        onClick={() => actions.openSettings(user, 'email')}
      />
      <IconButton
        ref={log}
        label={`User Signin Log of ${username}`}
        icon={<KeyRound aria-hidden="true" />}
        onClick={() => actions.openSettings(user, 'signin')}
      />
      <IconButton
        label={`Settings of ${username}`}
        icon={<Settings aria-hidden="true" />}
        onClick={() => actions.openSettings(user, 'menu')}
      />
    </span>
  )
}

/** True if this person has just unlocked the user. */
function isUnlocked(user: AgencyUser, actions: UserActions): boolean {
  return user.status !== lockedOut && actions.wasUnlocked(user)
}

/** Users whom this person has just unlocked, and whose unlocking the agency's software has yet to fetch. */
export const queuedUnlocks = (users: readonly AgencyUser[] | undefined, actions: UserActions) =>
  users?.filter((user) => isUnlocked(user, actions) && actions.whyQueued(user) !== null) ?? []

interface UnlockedProps {
  user: AgencyUser
  actions: UserActions
  /** The button that takes the focus. */
  next: RefObject<HTMLButtonElement | null>
}

/** The status, and in the place of a lock what has become of unlocking. */
export function UserStatus({ user, actions }: Pick<UnlockedProps, 'user' | 'actions'>) {
  const unlocked = isUnlocked(user, actions)
  return (
    <span className={styles.status} role={unlocked || user.status === lockedOut ? 'status' : undefined}>
      <UserStatusChip status={user.status} />
      <NotUnlockedIcon user={user} />
      {unlocked && <UnlockedChip isQueued={actions.whyQueued(user) !== null} />}
    </span>
  )
}

/** Why the agency's software did not unlock the user. */
function NotUnlocked({ user: { username, unlockProblem } }: { user: AgencyUser }) {
  return unlockProblem ? (
    <FailedReason label={`Why ${username} was not unlocked`} text={unlockProblem} />
  ) : null
}

/** What has become of a lock, in the room that a locked user reserves; it stays, so that no other card moves. */
function Unlocked({ user, actions, next }: UnlockedProps) {
  const isLocked = user.status === lockedOut
  if (!isUnlocked(user, actions))
    return (
      <span className={unlockedStyles.unlocked} role="status">
        {isLocked ? <NotUnlocked user={user} /> : agencyUserMessages.noLongerLocked}
      </span>
    )
  return (
    <span className={unlockedStyles.unlocked}>
      <span>
        Unlocked just now ·{' '}
        <Button
          ref={next}
          variant="quiet"
          aria-label={`Sign-in log of ${user.username}`}
          onClick={() => actions.openSettings(user, 'signin')}
        >
          Sign-in log
        </Button>
      </span>
      <span className={unlockedStyles.queued}>{actions.whyQueued(user)}</span>
    </span>
  )
}

/** When a temporary user expires, or expired. */
export function Expiry({ user, now }: { user: Pick<AgencyUser, 'expiresOn'>; now: string }) {
  if (user.expiresOn === null) return null
  return (
    <span className={styles.expiry}>
      {user.expiresOn > now ? 'until' : 'expired'}{' '}
      <LocalTime at={user.expiresOn} format="MM/DD/YYYY HH:mm:ss" />
    </span>
  )
}

/** One user of the agency. */
export function UserCard({ user, actions }: { user: AgencyUser; actions: UserActions }) {
  const name = fullName(user)
  const isInactive = (user.userFlags & userFlag.inactive) !== 0
  const { next, onUnlock } = useFocusAfterUnlock(user)
  // Who is locked later has no room below: it would move the users below. Then the chip says what becomes of the lock.
  const [hasRoom] = useState(() => user.status === lockedOut || isUnlocked(user, actions))
  return (
    <li
      className={styles.card}
      data-inactive={isInactive || undefined}
      data-locked={user.status === lockedOut || undefined}
    >
      <h3 className={styles.name}>
        <span className={styles.initials}>{user.username}</span>
        <CopyButton className={styles.copy} text={user.username} what={`initials ${user.username}`} />
        {user.expiresOn === null ? (
          name !== user.username && <span>{name}</span>
        ) : (
          <span className={styles.muted}>temporary</span>
        )}
      </h3>
      <span className={styles.chips}>
        {hasRoom ? <UserStatusChip status={user.status} /> : <UserStatus user={user} actions={actions} />}
        <OnlineChip user={user} />
        <Expiry user={user} now={actions.now} />
        <EmailVerifiedIcon user={user} />
        <NoPermissionsIcon user={user} />
      </span>
      <FlagTags flags={user.userFlags} />
      <UserButtons user={user} actions={actions} onUnlock={onUnlock} {...(!hasRoom && { log: next })} />
      {hasRoom && <Unlocked user={user} actions={actions} next={next} />}
    </li>
  )
}
