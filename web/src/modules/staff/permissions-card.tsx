import { fullName } from '@agency-support/contract/rules/person-name'
import type { AvailablePermissions, StaffUser } from '@agency-support/contract/modules/staff'
import { shownGroups } from '@agency-support/contract/rules/staff'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { useProfile } from '../../lib/profile.ts'
import { Comparison } from './comparison.tsx'
import { findPermissions } from './find-permissions.ts'
import { staffMessages } from './messages.ts'
import { PermissionGroups } from './permission-groups.tsx'
import styles from './permissions-card.module.css'
import { permissionSaves } from './save-permission.ts'
import type { UserSaves } from './save-queue.ts'

export interface PermissionsCardProps {
  user: StaffUser
  /** All users, to compare with. */
  users: readonly StaffUser[]
  available: AvailablePermissions
}

/** What one user may do: a switch for each permission, saved at once. */
export function PermissionsCard({ user, users, available }: PermissionsCardProps) {
  const { username } = user
  const profile = useProfile()
  const saves = useStore(permissionSaves, () => permissionSaves.of(username))
  const [text, setText] = useState('')
  const [onlyOn, setOnlyOn] = useState(false)
  const [other, setOther] = useState('')
  const groups = useMemo(() => shownGroups(available), [available])
  useEffect(() => () => permissionSaves.leave(username), [username])

  const others = users.filter((one) => one.username !== username)
  const compared = others.find((one) => one.username === other)
  const shown = findPermissions(groups, text, onlyOn ? user.permissions : null)
  const sender = { username: profile?.hsUserName ?? '', permissions: profile?.permissions ?? [] }
  return (
    <section className={styles.card} aria-label={`User Permissions of ${fullName(user)}`}>
      <div className={styles.head}>
        <h2>User Permissions</h2>
        <SaveNote saves={saves} username={username} />
      </div>
      {sender.username === username && <Banner kind="info">{staffMessages.ownList}</Banner>}
      <div className={styles.tools}>
        <TextField name="find-permission" label="Find permission" value={text} onChange={setText} />
        <SelectField
          name="compare"
          label="Compare with"
          value={other}
          onChange={setOther}
          choices={[
            { value: '', label: 'Nobody' },
            ...others.map((one) => ({ value: one.username, label: `${fullName(one)} · ${one.username}` })),
          ]}
        />
        <Checkbox
          label="Only on"
          visibleLabel
          checked={onlyOn}
          onChange={(event) => setOnlyOn(event.target.checked)}
        />
      </div>
      {compared !== undefined && <Comparison one={user} other={compared} groups={groups} />}
      {shown.length === 0 ? (
        <p className={styles.none}>{staffMessages.noneFound}</p>
      ) : (
        <PermissionGroups user={user} sender={sender} groups={shown} saves={saves} />
      )}
    </section>
  )
}

/** The result of the last save in a reserved space: nothing below moves, so a second click hits the same switch. */
function SaveNote({ saves, username }: { saves: UserSaves; username: string }) {
  const { last, problem } = saves
  if (problem !== null)
    return (
      <div className={styles.note} data-tip={problem}>
        <Problem>{problem}</Problem>
      </div>
    )
  return (
    <div className={styles.note}>
      <span role="status">
        {last !== null && (
          <>
            Saved <LocalTime at={last.at.toISOString()} format="MM/DD/YYYY h:mm:ss a" />
          </>
        )}
      </span>
      {last !== null && saves.waiting.size === 0 && (
        <Button
          variant="quiet"
          onClick={() => permissionSaves.press({ username, permission: last.permission, on: !last.on })}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
