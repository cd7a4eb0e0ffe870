import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { esignature, type EsignatureDetails } from '@agency-support/contract/modules/esignature'
import { showsCleanup, whyNotCancel } from '@agency-support/contract/rules/esignature'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { withSentence } from '../../lib/requests/api.ts'
import { usePermissions } from '../../lib/profile.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { toCancelEffect, toCleanupEffect } from './danger-words.ts'
import styles from './esignature.module.css'
import { esignatureMessages } from './messages.ts'

interface DangerCardProps {
  agency: AgencyConfig
  details: EsignatureDetails
}

/** Ends the subscription, and removes the users of an ended one from the list. */
export function DangerCard({ agency, details }: DangerCardProps) {
  const permissions = usePermissions()
  const { cancel, cleanup } = useDanger(agency, details.registeredUsers.length)
  const whyNot = whyNotCancel(permissions, details)
  return (
    <TitledCard title="Danger zone" id="esig-danger">
      <div className={styles.danger}>
        <Button
          aria-label="Cancel the e-signature subscription"
          data-tip={whyNot ?? 'Cancel the e-signature subscription'}
          disabledReason={whyNot}
          busy={cancel.busy}
          onClick={() => void cancel.ask()}
        >
          Cancel
        </Button>
        {showsCleanup(permissions, details) && (
          <Button
            aria-label="Cleanup of registered users"
            data-tip="Take all registered users out of the list and remove their accounts"
            busy={cleanup.busy}
            onClick={() => void cleanup.ask()}
          >
            Cleanup
          </Button>
        )}
      </div>
    </TitledCard>
  )
}

function useDanger(agency: AgencyConfig, users: number) {
  const { agencyId } = agency
  const confirm = useConfirm()
  const rereads = { rereads: [esignature.details.module] }
  const cancelling = useSend(esignature.cancel, rereads)
  const cleaning = useSend(esignature.cleanup, rereads)
  const asked = {
    subject: toAgencySubject(agency),
    danger: true,
    typed: { kind: 'agencyId', agencyId },
  } as const

  async function cancel() {
    const confirmed = await confirm({
      ...asked,
      title: 'Cancel ESignature subscription',
      body: (
        <div className={styles.works}>
          <p>{esignatureMessages.cancelQuestion}</p>
          <p>{toCancelEffect(users)}</p>
        </div>
      ),
      confirmLabel: 'Cancel subscription',
      cancelLabel: 'Keep subscription',
    })
    if (!confirmed) return
    const outcome = await cancelling.run({ agencyId })
    if (outcome.kind === 'ok' || outcome.kind === 'none') notifyAgency.ok(esignatureMessages.cancelled)
    else notifyAgency.error(withSentence(esignatureMessages.cancelFailed, outcome))
  }

  async function cleanup() {
    const confirmed = await confirm({
      ...asked,
      title: 'Clean up registered users',
      body: <p>{toCleanupEffect(users)}</p>,
      confirmLabel: 'Clean up',
      cancelLabel: 'Keep users',
    })
    if (!confirmed) return
    const outcome = await cleaning.run({ agencyId })
    if (outcome.kind === 'ok' || outcome.kind === 'none') notifyAgency.ok(esignatureMessages.cleanedUp)
    else notifyAgency.error(withSentence(esignatureMessages.cleanupFailed, outcome))
  }
  return {
    cancel: { ask: cancel, busy: cancelling.busy },
    cleanup: { ask: cleanup, busy: cleaning.busy },
  }
}
