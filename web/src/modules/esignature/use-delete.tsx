import { esignature, type RegisteredUser } from '@agency-support/contract/modules/esignature'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { withSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { esignatureMessages } from './messages.ts'

/** Deletes an account after its address was typed as confirmation. */
export function useDelete(agencyId: number) {
  const confirm = useConfirm()
  const { run, sending } = useSend(esignature.deleteAccount, { rereads: [esignature.details.module] })

  async function remove({ emailAddress, accountId }: RegisteredUser): Promise<void> {
    const confirmed = await confirm({
      title: 'Delete e-signature account',
      subject: accountId === '' ? emailAddress : `${emailAddress} · account ${accountId}`,
      body: 'The account is removed at Formstack and the user leaves the list. This cannot be undone.',
      confirmLabel: 'Delete account',
      cancelLabel: 'Keep account',
      danger: true,
      typed: { kind: 'text', text: emailAddress, what: 'the email' },
    })
    if (!confirmed) return
    const outcome = await run({ agencyId, email: emailAddress })
    // One already deleted by somebody else is gone as well.
    if (outcome.kind === 'ok' || outcome.kind === 'none') notifyAgency.ok(esignatureMessages.deleted)
    else notifyAgency.error(withSentence(esignatureMessages.deleteFailed, outcome))
  }
  return { remove, deleting: sending.map(({ email }) => email) }
}
