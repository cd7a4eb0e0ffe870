import { agencies } from '@agency-support/contract/modules/agencies'
import { padAgencyId } from '@agency-support/contract/ids'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { NumberField, TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { Link } from '../../components/link.tsx'
import { digits } from '../../ui/masks.ts'
import { notify } from '../../components/messages/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { type Form, useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import type { Failing } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { agencyHelp } from './help.ts'
import { agencyPaths } from './paths.ts'
import { setupMessages } from './setup-messages.ts'
import {
  emptySetup,
  toNewAgency,
  setupLabels,
  setupRules,
  type SetupValues,
  whyNotSave,
} from './setup-rules.ts'
import styles from './setup-page.module.css'
import { useTakenId } from './use-taken-id.ts'

const idMask = digits(8)
const countDigits = 7
const setupNames = Object.keys(emptySetup) as (keyof SetupValues)[]

/** The sentence for an unsuccessful call (spec-000 §8); status 0: the request failed without an answer. */
function toProblem(outcome: Failing): string {
  const isAnswer = outcome.kind !== 'failed' || outcome.status === 0
  return isAnswer ? outcome.message : setupMessages.wentWrong
}

/** New Agency Setup 5.x: creates an agency after a confirmation. */
export function Page() {
  const confirm = useConfirm()
  const form = useForm({ initial: emptySetup, rules: setupRules, speak: 'leaving' })
  const { run, busy, failing, reset, clearRefusal } = useSend(agencies.add)
  const [created, setCreated] = useState<number | null>(null)

  async function create(values: SetupValues) {
    const outcome = await run({ agency: toNewAgency(values) })
    if (outcome.kind !== 'ok') return
    const { agencyId } = outcome.data
    setCreated(agencyId)
    form.reset()
    notify.ok(setupMessages.created(agencyId))
  }

  async function save(values: SetupValues) {
    reset()
    setCreated(null)
    await confirm({
      title: setupMessages.question,
      subject: `${values.agencyName.trim()} · ${padAgencyId(Number(values.agencyId))}`,
      body: setupMessages.areYouSure,
      confirmLabel: setupMessages.yes,
      cancelLabel: setupMessages.no,
      action: () => create(values),
    })
  }

  return (
    <>
      <PageHeader title={setupMessages.title} help={agencyHelp[1009]} />
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={busy}
        error={failing && toProblem(failing)}
        onEdit={clearRefusal}
        saveLabel="Save"
        disabledReason={whyNotSave(form.values)}
        kept={{ id: 'agency setup', names: setupNames }}
        label="New agency"
        align="start"
      >
        <Fields form={form} />
      </FormShell>
      {/* Below the form, whose fields it must not move. */}
      {created !== null && <Created agencyId={created} />}
    </>
  )
}

function Fields({ form }: { form: Form<SetupValues> }) {
  const taken = useTakenId(form.values.agencyId)
  const online = form.field('isOnline')
  return (
    <>
      <TextField
        {...form.field('agencyId')}
        label={setupLabels.agencyId}
        mask={idMask}
        short
        // Reserves its line: the message comes from the server when the pointer may already be over Save.
        notice={
          <span role="status" className={styles.taken}>
            {taken !== null && <TriangleAlert aria-hidden="true" />}
            {taken}
          </span>
        }
      />
      <TextField
        {...form.field('agencyName')}
        label={setupLabels.agencyName}
        mask={pastedText}
        maxLength={100}
      />
      <NumberField
        {...form.field('projectedClients')}
        label={setupLabels.projectedClients}
        digits={countDigits}
        hint={setupMessages.clientsHint}
      />
      <NumberField
        {...form.field('projectedUsers')}
        label={setupLabels.projectedUsers}
        digits={countDigits}
      />
      <Checkbox
        label={setupLabels.isOnline}
        visibleLabel
        name="isOnline"
        checked={online.value}
        onChange={(event) => online.onChange(event.target.checked)}
      />
    </>
  )
}

function Created({ agencyId }: { agencyId: number }) {
  return (
    <div className={styles.created}>
      <Banner kind="info" action={<Link href={agencyPaths.detail(agencyId)}>Open it</Link>}>
        {setupMessages.created(agencyId)}
      </Banner>
    </div>
  )
}
