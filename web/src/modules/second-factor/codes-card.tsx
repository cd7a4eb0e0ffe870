import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { securityMessages } from './messages.ts'
import styles from './security.module.css'
import { useAction } from './use-action.ts'

interface CodesCardProps {
  left: number
  hasFactor: boolean
  onCodes: (codes: readonly string[]) => void
}

/** How many recovery codes are left, and creating new ones. */
export function CodesCard({ left, hasFactor, onCodes }: CodesCardProps) {
  const { act, busy } = useAction()
  const confirm = useConfirm()
  async function renew() {
    const sure = await confirm({
      title: 'Make new recovery codes?',
      body: 'The codes you have stop working.',
      confirmLabel: 'Make new codes',
    })
    if (!sure) return
    const outcome = await act(secondFactor.renewRecoveryCodes, {})
    if (outcome?.kind === 'ok') onCodes(outcome.data.recoveryCodes)
  }
  return (
    <TitledCard title={securityMessages.codes}>
      <p className={styles.about}>{securityMessages.codesAbout}</p>
      <p>{hasFactor ? `${left} of 10 ${left === 1 ? 'is' : 'are'} left.` : securityMessages.codesNone}</p>
      {hasFactor && (
        <div>
          <Button busy={busy !== null} onClick={() => void renew()}>
            Make new codes
          </Button>
        </div>
      )}
    </TitledCard>
  )
}
