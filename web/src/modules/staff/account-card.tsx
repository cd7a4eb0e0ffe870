import { fullName } from '@agency-support/contract/rules/person-name'
import { type StaffAccount, staff } from '@agency-support/contract/modules/staff'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { askWithReason } from '../../components/dialogs/ask-with-reason.tsx'
import { notify } from '../../components/messages/notify.ts'
import { useMissingReason } from '../../components/missing-reason.ts'
import { useProfile } from '../../lib/profile.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSendAny } from '../../lib/requests/use-send.ts'
import { type AccountAction, accountActions } from './account-actions.ts'
import styles from './account-card.module.css'
import { staffMessages } from './messages.ts'

/** A newly created password. */
export interface NewPassword {
  username: string
  password: string
}

export interface AccountCardProps {
  account: StaffAccount
  /** Called with a new password, which must be shown now because it cannot be shown again. */
  onPassword: (made: NewPassword) => void
}

/** The actions on one account. */
export function AccountCard({ account, onPassword }: AccountCardProps) {
  const { run, sending, problem } = useSendAny({
    unclear: staffMessages.failed,
    rereads: callKey(staff.accounts, {}),
  })

  async function carryOut(action: AccountAction) {
    const { username } = account
    const outcome = await askWithReason(
      `account ${username} ${action.label}`,
      action.ask(account),
      (reason) => run(action.call, { username, ...reason }),
    )
    if (outcome?.kind !== 'ok') return
    notify.ok(action.done)
    if (outcome.data !== null && 'password' in outcome.data)
      onPassword({ username, password: outcome.data.password })
  }

  return (
    <section className={styles.card} aria-label={`Account of ${fullName(account)}`}>
      <div className={styles.actions}>
        {accountActions(account).map((action) => (
          <ActionButton
            key={action.label}
            action={action}
            account={account}
            busy={sending.some(({ call }) => call === action.call)}
            onPress={() => void carryOut(action)}
          />
        ))}
      </div>
      {problem !== null && <Banner kind="bad">{problem}</Banner>}
    </section>
  )
}

interface ActionButtonProps {
  action: AccountAction
  account: StaffAccount
  busy: boolean
  onPress: () => void
}

function ActionButton({ action, account, busy, onPress }: ActionButtonProps) {
  const missing = useMissingReason(action.needs)
  const profile = useProfile()
  const sender = { username: profile?.hsUserName ?? '', permissions: profile?.permissions ?? [] }
  return (
    <Button busy={busy} disabledReason={missing ?? action.whyNot(account, sender)} onClick={onPress}>
      {action.label}
    </Button>
  )
}
