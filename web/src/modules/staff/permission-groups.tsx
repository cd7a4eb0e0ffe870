import type { PermissionDefinition, StaffUser } from '@agency-support/contract/modules/staff'
import { type Sender, type ShownGroup, whyNotGrant } from '@agency-support/contract/rules/staff'
import { useId } from 'react'
import { LiveSwitch } from '../../ui/live-switch.tsx'
import { staffMessages } from './messages.ts'
import styles from './permissions-card.module.css'
import { permissionSaves } from './save-permission.ts'
import type { UserSaves } from './save-queue.ts'

export interface PermissionGroupsProps {
  user: StaffUser
  sender: Sender
  groups: readonly ShownGroup[]
  saves: UserSaves
}

/** The groups with a switch for each permission. */
export function PermissionGroups({ groups, ...rest }: PermissionGroupsProps) {
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <Group key={group.id} group={group} {...rest} />
      ))}
    </div>
  )
}

function Group({
  group,
  user,
  sender,
  saves,
}: Omit<PermissionGroupsProps, 'groups'> & { group: ShownGroup }) {
  const id = useId()
  return (
    <div className={styles.group} role="group" aria-labelledby={id}>
      <h3 id={id} data-tip={group.description}>
        {group.label}
      </h3>
      {group.permissions.length === 0 && <p className={styles.none}>{staffMessages.noneInGroup}</p>}
      {group.permissions.map((permission) => (
        <PermissionSwitch
          key={permission.id}
          permission={permission}
          user={user}
          sender={sender}
          saves={saves}
        />
      ))}
    </div>
  )
}

function PermissionSwitch({
  permission,
  user,
  sender,
  saves,
}: Omit<PermissionGroupsProps, 'groups'> & { permission: PermissionDefinition }) {
  const { id, label, description } = permission
  const { username } = user
  const on = user.permissions.includes(id)
  const reason = whyNotGrant(sender, username, on ? [] : [id])
  return (
    <LiveSwitch
      label={label}
      on={on}
      busy={saves.waiting.has(id)}
      disabledReason={reason && staffMessages[reason]}
      tip={`${id} · ${description}`}
      onCommit={(next) => permissionSaves.press({ username, permission: id, on: next })}
    />
  )
}
