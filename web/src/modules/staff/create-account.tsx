import { staff } from '@agency-support/contract/modules/staff'
import { maxPersonName, whyNotPersonName } from '@agency-support/contract/rules/person-name'
import { whyNotUsername } from '@agency-support/contract/rules/username'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { reasonField } from '../../components/forms/reason-field.ts'
import { notify } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { staffMessages } from './messages.ts'
import type { NewPassword } from './account-card.tsx'

const blank = { username: '', firstName: '', lastName: '', reason: '' }
const labels = { username: 'User Name', firstName: 'First Name', lastName: 'Last Name' }
const rules = { username: whyNotUsername, firstName: whyNotPersonName, lastName: whyNotPersonName }

export interface CreateAccountProps {
  onClose: () => void
  onCreated: (made: NewPassword) => void
}

/** The form for a new account. */
export function CreateAccount({ onClose, onCreated }: CreateAccountProps) {
  const form = useForm({ initial: blank, rules })
  const { run, busy, problem, clearRefusal } = useSend(staff.createAccount, {
    unclear: staffMessages.failed,
    rereads: callKey(staff.accounts, {}),
  })

  async function save({ reason, ...person }: typeof blank) {
    const why = reason.trim() === '' ? {} : { reason }
    const outcome = await run({ ...person, ...why })
    if (outcome.kind !== 'ok') return
    notify.ok(staffMessages.created)
    onCreated({ username: outcome.data.account.username, password: outcome.data.password })
  }

  return (
    <Dialog kind="persistent" title="Create staff account" busy={busy} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={busy}
        error={problem}
        onEdit={clearRefusal}
        saveLabel="Create account"
        onCancel={onClose}
        kept={{ id: 'staff account', names: ['username', 'firstName', 'lastName', 'reason'] }}
        label="Staff account"
        labels={labels}
      >
        <TextField
          {...form.field('username')}
          label={labels.username}
          hint="The person's email address; it cannot be changed later."
          mask={pastedText}
          inputMode="email"
          maxLength={254}
          autoFocus
        />
        <TextField
          {...form.field('firstName')}
          label={labels.firstName}
          mask={pastedText}
          maxLength={maxPersonName}
        />
        <TextField
          {...form.field('lastName')}
          label={labels.lastName}
          mask={pastedText}
          maxLength={maxPersonName}
        />
        <TextField {...form.field('reason')} {...reasonField} />
      </FormShell>
    </Dialog>
  )
}
