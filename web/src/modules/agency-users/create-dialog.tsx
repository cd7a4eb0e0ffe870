import { whyNotTemporaryUser } from '@agency-support/contract/rules/agency-users'
import {
  toRandomBelow,
  expiresOn,
  generateTemporaryPassword,
  nextInitials,
  temporaryHours,
  type TemporaryHours,
  temporaryUserTexts,
  whyNotInitials,
  whyNotTemporaryPassword,
} from '@agency-support/contract/rules/temporary-users'
import { Lock, OctagonAlert, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { reasonField } from '../../components/forms/reason-field.ts'
import { LocalTime } from '../../components/text/local-time.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type Form, useForm } from '../../components/forms/use-form.ts'
import { usePermissions } from '../../lib/profile.ts'
import { serverNow } from '../../lib/requests/server-time.ts'
import { MadeUserNote } from './made-user.tsx'
import { agencyUserMessages } from './messages.ts'
import { type MadeUser, useCreate } from './use-create.ts'
import styles from './users.module.css'

const title = 'Create Temporary User'

interface CreateDialogProps {
  agencyId: number
  /** All user names, to find free initials. */
  usernames: readonly string[]
  onClose: () => void
}

/** Creates a temporary user; closes only by its own buttons. */
export function CreateDialog({ agencyId, usernames, onClose }: CreateDialogProps) {
  const whyNot = whyNotTemporaryUser(usePermissions())
  const creating = useCreate(agencyId)
  if (whyNot !== undefined || creating.made !== null)
    return (
      <Dialog
        kind="persistent"
        title={title}
        onClose={onClose}
        footer={
          <Button variant="primary" data-leave data-autofocus onClick={onClose}>
            Close
          </Button>
        }
      >
        <Outcome agencyId={agencyId} whyNot={whyNot} made={creating.made} />
      </Dialog>
    )
  return (
    <Dialog kind="persistent" title={title} busy={creating.busy} onClose={onClose}>
      <CreateForm agencyId={agencyId} usernames={usernames} creating={creating} onClose={onClose} />
    </Dialog>
  )
}

interface OutcomeProps {
  agencyId: number
  whyNot: string | undefined
  made: MadeUser | null
}

function Outcome({ agencyId, whyNot, made }: OutcomeProps) {
  if (made !== null) return <MadeUserNote agencyId={agencyId} made={made} />
  return (
    <p className={styles.refused}>
      <Lock aria-hidden="true" />
      {whyNot}
    </p>
  )
}

type Values = { username: string; password: string; hours: string; reason: string }

const rules = {
  username: (text: string) => (text === '' ? temporaryUserTexts.initialsRequired : whyNotInitials(text)),
  password: (text: string) =>
    text === '' ? temporaryUserTexts.passwordRequired : whyNotTemporaryPassword(text),
}

/** Why Save is disabled: something is missing, or else invalid. */
function whyNotSave({ username, password }: Values): string | undefined {
  if (username === '' || password === '') return agencyUserMessages.notValid
  return rules.username(username) ?? rules.password(password)
}

interface CreateFormProps extends CreateDialogProps {
  creating: ReturnType<typeof useCreate>
}

function CreateForm({ agencyId, usernames, creating, onClose }: CreateFormProps) {
  const [first] = useState<Values>(() => ({
    username: nextInitials(usernames) ?? temporaryUserTexts.noInitials,
    password: newPassword(),
    hours: String(temporaryHours[0]),
    reason: '',
  }))
  const form = useForm({ initial: first, rules, speak: 'leaving' })
  /** Initials that turned out to be in use, and those that were filled in for them. */
  const [replaced, setReplaced] = useState<{ taken: string; filled: string } | null>(null)
  const hasNoneLeft = form.values.username === temporaryUserTexts.noInitials
  const expiresInHours =
    temporaryHours.find((hours) => String(hours) === form.values.hours) ?? temporaryHours[0]

  async function save({ username, password, reason }: Values) {
    const isTaken = await creating.create({ agencyId, username, password, expiresInHours, reason })
    if (!isTaken) return
    const next = nextInitials([...usernames, username])
    setReplaced(next === undefined ? null : { taken: username, filled: next })
    form.set('username', next ?? temporaryUserTexts.noInitials)
  }
  return (
    <FormShell
      form={form}
      onSave={(values) => void save(values)}
      saving={creating.busy}
      error={creating.problem}
      onEdit={creating.onEdit}
      saveLabel="Save"
      disabledReason={hasNoneLeft ? temporaryUserTexts.noneLeft : whyNotSave(form.values)}
      onCancel={onClose}
      kept={{ id: `agency ${agencyId} temporary user`, names: ['username', 'hours', 'reason'] }}
      label={title}
    >
      {hasNoneLeft && (
        <p className={styles.refused} role="alert">
          <OctagonAlert aria-hidden="true" />
          {temporaryUserTexts.noneLeft}
        </p>
      )}
      <TextField
        {...form.field('username')}
        onChange={(text) => form.set('username', text.toUpperCase())}
        label="Initials"
        hint={
          replaced?.filled === form.values.username
            ? agencyUserMessages.nextFilledIn(replaced.taken)
            : 'Next available; 3 characters.'
        }
        maxLength={3}
        readOnly={hasNoneLeft}
        spellCheck={false}
        autoFocus
      />
      <Password form={form} />
      <Duration form={form} hours={expiresInHours} />
      <TextField {...form.field('reason')} {...reasonField} />
    </FormShell>
  )
}

function Password({ form }: { form: Form<Values> }) {
  const { password } = form.values
  return (
    <PasswordField
      {...form.field('password')}
      label="Password"
      hint="At least 8 characters: an uppercase and a lowercase letter, a digit and a symbol."
      autoComplete="new-password"
      maxLength={128}
      after={
        <>
          <CopyButton text={password} what="the password" secret />
          <IconButton
            label="New password"
            icon={<RefreshCw aria-hidden="true" />}
            onClick={() => form.set('password', newPassword())}
          />
        </>
      }
    />
  )
}

const durations = temporaryHours.map((hours) => ({ value: String(hours), label: `${hours} hours` }))

function Duration({ form, hours }: { form: Form<Values>; hours: TemporaryHours }) {
  const [now] = useState(serverNow)
  return (
    <div className={styles.duration}>
      <RadioGroup
        label="Expires in"
        choices={durations}
        value={form.values.hours}
        onChange={(value) => form.set('hours', value)}
      />
      <p className={styles.muted}>
        Ends about <LocalTime at={expiresOn(new Date(now), hours)} format="MM/DD/YYYY HH:mm:ss" />.
      </p>
    </div>
  )
}

/** A random password for a temporary user, from the browser's cryptographic generator. */
function newPassword(): string {
  return generateTemporaryPassword(toRandomBelow(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0))
}
