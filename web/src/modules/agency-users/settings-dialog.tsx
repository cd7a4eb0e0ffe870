import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import { fullName } from '@agency-support/contract/rules/person-name'
import { KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { OnlineChip, UserStatusChip } from './chips.tsx'
import { EmailLog } from './email-log.tsx'
import { SigninLog } from './signin-log.tsx'
import styles from './users.module.css'

/** The dialog's view: its options, or one of the two logs. */
export type SettingsView = 'menu' | 'email' | 'signin'

const options = [
  { view: 'email', label: 'Email Status Log', icon: Mail },
  { view: 'signin', label: 'User Signin Log', icon: KeyRound },
] as const

export interface SettingsDialogProps {
  agencyId: number
  user: AgencyUser
  /** The initial view. */
  first: SettingsView
  onClose: () => void
}

/** Settings of a user: identity and the two logs. */
export function SettingsDialog({ agencyId, user, first, onClose }: SettingsDialogProps) {
  const [view, setView] = useState(first)
  const { username } = user
  const name = fullName(user)
  const who = name === username ? username : `${username} · ${name}`
  const shown = options.find((option) => option.view === view)
  return (
    <Dialog
      kind="light"
      size={600}
      title={shown === undefined ? `Settings · ${who}` : `${shown.label} · ${who}`}
      onClose={onClose}
    >
      <div className={styles.settings}>
        {view === 'menu' && (
          <span className={styles.chips}>
            <UserStatusChip status={user.status} />
            <OnlineChip user={user} />
          </span>
        )}
        <div className={styles.options}>
          {options.map((option) => (
            <Button
              key={option.view}
              icon={<option.icon aria-hidden="true" />}
              aria-pressed={option.view === view}
              variant={option.view === view ? 'primary' : 'default'}
              onClick={() => setView(option.view)}
            >
              {option.label}
            </Button>
          ))}
        </div>
        {view === 'email' && <EmailLog agencyId={agencyId} username={username} />}
        {view === 'signin' && <SigninLog agencyId={agencyId} username={username} />}
      </div>
    </Dialog>
  )
}
