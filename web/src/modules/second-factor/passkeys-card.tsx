import { secondFactor, type SecondFactor } from '@agency-support/contract/modules/second-factor'
import { KeyRound } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { notify } from '../../components/messages/notify.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { securityMessages } from './messages.ts'
import styles from './security.module.css'
import { useAction } from './use-action.ts'

type Passkey = SecondFactor['passkeys'][number]

interface PasskeysCardProps {
  passkeys: readonly Passkey[]
  onCodes: (codes: readonly string[]) => void
}

/** The person's passkeys; adding and removing them. */
export function PasskeysCard({ passkeys, onCodes }: PasskeysCardProps) {
  const { act, busy } = useAction()
  const confirm = useConfirm()
  async function remove({ passkeyId, name }: Passkey) {
    const sure = await confirm({
      title: 'Remove this passkey?',
      subject: name,
      body: 'It no longer signs you in. The recovery codes go with the last second factor.',
      confirmLabel: 'Remove',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (!sure) return
    const outcome = await act(secondFactor.removePasskey, { passkeyId })
    if (outcome?.kind === 'ok') notify.ok(securityMessages.passkeyRemoved)
  }
  return (
    <TitledCard title={securityMessages.passkeys}>
      <p className={styles.about}>{securityMessages.passkeysAbout}</p>
      {passkeys.length === 0 ? (
        <p>{securityMessages.noPasskeys}</p>
      ) : (
        <ul className={styles.list} aria-label={securityMessages.passkeys}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkeyId} className={styles.item}>
              <KeyRound aria-hidden="true" />
              <div className={styles.what}>
                <strong>{passkey.name}</strong>
                <span className={styles.fact}>
                  Added <LocalTime at={passkey.createdAt} format="MM/DD/YYYY HH:mm" />
                  {passkey.lastUsedAt === null ? (
                    ', not used yet'
                  ) : (
                    <>
                      , last used <LocalTime at={passkey.lastUsedAt} format="MM/DD/YYYY HH:mm" />
                    </>
                  )}
                </span>
              </div>
              <Button
                aria-label={`Remove ${passkey.name}`}
                busy={busy !== null}
                onClick={() => void remove(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey onCodes={onCodes} />
    </TitledCard>
  )
}
