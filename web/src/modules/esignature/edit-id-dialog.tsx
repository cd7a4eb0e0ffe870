import { esignature, type RegisteredUser } from '@agency-support/contract/modules/esignature'
import { whyNotAccountId } from '@agency-support/contract/rules/esignature'
import { useEffect, useState } from 'react'
import { announce } from '../../components/messages/announce.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { refusalItem, withSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import styles from './esignature.module.css'
import { esignatureMessages } from './messages.ts'

const rereads = [esignature.details.module]
const rules = { accountId: whyNotAccountId }

export interface EditIdDialogProps {
  agencyId: number
  /** As it is stored now, or as it was when the dialog opened once somebody has deleted it. */
  user: RegisteredUser
  gone: boolean
  /** An id that was found at Formstack; it is only filled in. */
  proposed: string | undefined
  onClose: () => void
}

/** Sets the account id of a registered user. */
export function EditIdDialog({ agencyId, user, gone, proposed, onClose }: EditIdDialogProps) {
  const { emailAddress, accountId } = user
  const form = useForm({ initial: { accountId }, rules })
  const [isFilled, setFilled] = useState(false)
  if (!isFilled) {
    setFilled(true)
    if (proposed !== undefined) form.set('accountId', proposed)
  }
  const unclear = esignatureMessages.idFailed(emailAddress)
  const { run, busy, failing, clearRefusal } = useSend(esignature.setAccountId, { unclear, rereads })
  const [seen, setSeen] = useState(user.version)
  const newer = form.incoming('accountId')
  useEffect(() => {
    if (gone) announce(esignatureMessages.userGone)
  }, [gone])

  async function save(typed: { accountId: string }) {
    // A newer value is shown next to the field, so saving overwrites it deliberately.
    const version = newer === undefined ? seen : user.version
    const outcome = await run({ agencyId, email: emailAddress, newId: typed.accountId, version })
    if (outcome.kind === 'ok') {
      notifyAgency.ok(esignatureMessages.idSaved(emailAddress))
      return onClose()
    }
    const stale = refusalItem(esignature.setAccountId, 'stale', outcome)
    if (stale !== undefined && 'current' in stale) setSeen(stale.current.version)
  }
  const unchanged = accountId === '' ? esignatureMessages.noId : esignatureMessages.unchanged
  const whyNot = form.values.accountId.trim() === accountId ? unchanged : undefined
  const problem = failing === null ? null : withSentence(unclear, failing)
  return (
    <Dialog kind="form" size={500} title="Edit account ID" busy={busy} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={busy}
        error={problem}
        onEdit={clearRefusal}
        saveLabel="Save"
        disabledReason={gone ? esignatureMessages.userGone : whyNot}
        onCancel={onClose}
        // Of a user who is deleted nothing can be saved, so that nothing is lost.
        guard={!gone}
        kept={{ id: `agency ${agencyId} account of ${emailAddress}`, names: ['accountId'] }}
        label="Edit account ID"
      >
        <p className={styles.subject}>{emailAddress}</p>
        <TextField
          {...form.field('accountId')}
          label="Account ID"
          mask={pastedText}
          hint="The account at Formstack, at most 50 characters."
          spellCheck={false}
          autoFocus
          notice={<Newer id={newer} onUse={(id) => form.set('accountId', id)} />}
        />
      </FormShell>
    </Dialog>
  )
}

/** The place of an id that is saved elsewhere while this one is typed. */
function Newer({ id, onUse }: { id: string | undefined; onUse: (id: string) => void }) {
  return (
    <div className={styles.newer}>
      {id !== undefined && (
        <>
          <span role="status">
            Changed in the meantime to <strong>{id}</strong>
          </span>
          <Button variant="quiet" onClick={() => onUse(id)}>
            Use this id
          </Button>
        </>
      )}
    </div>
  )
}
