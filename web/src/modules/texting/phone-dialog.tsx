import { padAgencyId } from '@agency-support/contract/ids'
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { type AgencyTexting, texting } from '@agency-support/contract/modules/texting'
import { whyNotOrderId, whyNotPhone } from '@agency-support/contract/rules/texting'
import { useState } from 'react'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import { matchesAgencyId } from '../../components/dialogs/confirm-store.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { refusalItem } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/fields.tsx'
import { digits } from '../../ui/masks.ts'
import { tabMessages } from './tab-messages.ts'
import styles from './texting-tab.module.css'

const phoneMask = digits(11)
const agencyIdMask = digits(8)
const initial = { phoneNumber: '', orderId: '', isStandardOrder: true, typed: '' }
const rules = { phoneNumber: whyNotPhone, orderId: whyNotOrderId }

interface PhoneDialogProps {
  agency: AgencyConfig
  record: AgencyTexting
  onClose: () => void
}

/** Asks for another number and the order that supplies it. */
export function PhoneDialog({ agency, record, onClose }: PhoneDialogProps) {
  const { agencyId } = agency
  const form = useForm({ initial, rules })
  const { isStandardOrder, typed } = form.values
  const { save, busy, problem, onEdit } = useAssign(agencyId, record, onClose)
  return (
    <Dialog kind="form" size={600} title="Assign new phone number" busy={busy} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={busy}
        error={problem}
        onEdit={onEdit}
        saveLabel="Assign"
        disabledReason={matchesAgencyId(typed, agencyId) ? undefined : tabMessages.typeAgencyId}
        onCancel={onClose}
        kept={{ id: `agency ${agencyId} phone`, names: ['phoneNumber', 'orderId', 'isStandardOrder'] }}
        label="Assign new phone number"
      >
        <Banner kind="warn">{tabMessages.phoneWarning}</Banner>
        <p className={styles.subject}>{toAgencySubject(agency)}</p>
        <TextField
          {...form.field('phoneNumber')}
          label="New phone number"
          type="tel"
          mask={phoneMask}
          autoFocus
        />
        <Checkbox
          label="Standard order"
          visibleLabel
          checked={isStandardOrder}
          onChange={({ target }) => form.set('isStandardOrder', target.checked)}
        />
        <TextField
          {...form.field('orderId')}
          label={isStandardOrder ? 'Standard Bandwidth Order ID' : 'Hosted Services Bandwidth Order ID'}
          mask={pastedText}
          spellCheck={false}
          maxLength={64}
        />
        <TextField
          {...form.field('typed')}
          label={`Type ${padAgencyId(agencyId)} to confirm`}
          mask={agencyIdMask}
        />
      </FormShell>
    </Dialog>
  )
}

function useAssign(agencyId: number, record: AgencyTexting, onDone: () => void) {
  const [version, setVersion] = useState(record.version)
  const { run, busy, failing, problem, clearRefusal } = useSend(texting.setPhone, {
    unclear: tabMessages.wentWrong,
    rereads: [texting.setPhone.module],
  })

  async function save({ phoneNumber, orderId, isStandardOrder }: typeof initial) {
    const outcome = await run({ agencyId, phoneNumber, orderId, isStandardOrder, version })
    if (outcome.kind === 'ok') {
      notifyAgency.ok(outcome.data.pending ? outcome.message : tabMessages.phoneChanged)
      return onDone()
    }
    // Three refusals share this code; only the stale one carries a version, with which the next attempt overwrites
    // deliberately.
    const stale = refusalItem(texting.setPhone, 'stale', outcome)
    if (stale?.version !== undefined) setVersion(stale.version)
  }
  function onEdit() {
    // What was stored meanwhile stays named: the next attempt overwrites it, whatever is typed.
    if (failing && refusalItem(texting.setPhone, 'stale', failing)?.version !== undefined) return
    clearRefusal()
  }
  return { save, busy, problem, onEdit }
}
