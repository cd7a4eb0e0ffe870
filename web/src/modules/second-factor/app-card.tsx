import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notify } from '../../components/messages/notify.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { AppSetUp, type Begun } from './app-set-up.tsx'
import { securityMessages } from './messages.ts'
import styles from './security.module.css'
import { useAction } from './use-action.ts'

interface AppCardProps {
  on: boolean
  /** Receives recovery codes, which are shown only once. */
  onCodes: (codes: readonly string[]) => void
}

/** The authenticator app: whether it is on, setup and removal. */
export function AppCard({ on, onCodes }: AppCardProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const { act, busy } = useAction()
  const confirm = useConfirm()

  async function begin() {
    const outcome = await act(secondFactor.beginTotp, {})
    if (outcome?.kind === 'ok') setBegun(outcome.data)
  }
  async function remove() {
    const sure = await confirm({
      title: 'Remove the authenticator app?',
      body: 'Without a second factor your password alone opens the console. The recovery codes go with the last one.',
      confirmLabel: 'Remove',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (!sure) return
    const outcome = await act(secondFactor.removeTotp, {})
    if (outcome?.kind === 'ok') notify.ok(securityMessages.appOff)
  }
  const close = (): void => setBegun(null)

  return (
    <TitledCard
      title={securityMessages.app}
      facts={
        <StatusChip
          role={on ? 'ok' : 'neutral'}
          icon={on ? CircleCheck : CircleMinus}
          label={on ? 'On' : 'Off'}
        />
      }
    >
      <p className={styles.about}>{securityMessages.appAbout}</p>
      {begun !== null && !on && <AppSetUp begun={begun} onCodes={onCodes} onDone={close} onCancel={close} />}
      {on && (
        <div>
          <Button busy={busy !== null} onClick={() => void remove()}>
            Remove the app
          </Button>
        </div>
      )}
      {!on && begun === null && (
        <div>
          <Button variant="primary" busy={busy !== null} onClick={() => void begin()}>
            Set up an authenticator app
          </Button>
        </div>
      )}
    </TitledCard>
  )
}
