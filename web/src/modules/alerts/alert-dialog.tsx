import type { alerts, SystemAlert } from '@agency-support/contract/modules/alerts'
import type { ClientIn } from '@agency-support/contract/call'
import {
  type AlertDraft,
  alertCategories,
  alertFeatures,
  alertPriorities,
  AlertRecipients,
  alertSentences,
  getAffected,
  whyNotSaveAlert,
} from '@agency-support/contract/rules/alerts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { type Form, useForm } from '../../components/forms/use-form.ts'
import { serverNow } from '../../lib/requests/server-time.ts'
import { type Choice, SelectField } from '../../ui/fields.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { AgenciesField } from './agencies-field.tsx'
import { AlertPreview } from './alert-preview.tsx'
import styles from './alerts.module.css'
import { alertMessages } from './messages.ts'
import type { SaveOutcome } from './use-alerts.ts'

type Sent = ClientIn<typeof alerts.send>
type Recipients = '1' | '2'

/** Field values; 0 or null for a choice not made yet. */
interface Values {
  category: string
  priority: string
  feature: string
  message: string
  recipients: Recipients | null
  agencyIds: readonly number[]
}

const alertFields = ['category', 'priority', 'feature', 'message', 'recipients', 'agencyIds'] as const

const who = [
  { value: '1', label: 'Specific Agencies' },
  { value: '2', label: 'All Agencies' },
] as const

const toChoices = (list: readonly { value: number; label: string }[]): Choice[] =>
  list.map(({ value, label }) => ({ value: String(value), label }))
const choices = {
  category: toChoices(alertCategories),
  priority: toChoices(alertPriorities),
  feature: toChoices(alertFeatures),
}

function toValues(alert: SystemAlert | null): Values {
  const type = alert?.systemAlertRecipientType
  const isOffered = type === AlertRecipients.specific || type === AlertRecipients.all
  return {
    category: String(alert?.category ?? 0),
    priority: String(alert?.priority ?? 0),
    feature: String(alert?.feature ?? 0),
    message: alert?.message ?? '',
    recipients: isOffered ? (String(type) as Recipients) : null,
    agencyIds: alert?.applicableAgencies ?? [],
  }
}

function toDraft({ category, priority, feature, message, recipients, agencyIds }: Values): AlertDraft {
  return {
    category: Number(category),
    priority: Number(priority),
    feature: Number(feature),
    message,
    recipients: Number(recipients ?? AlertRecipients.notSet),
    agencyIds,
  }
}

/** The input of the call: a guid only for an update, and the current time as the start. */
function toInput(values: Values, alert: SystemAlert | null, version: number | undefined): Sent {
  const { recipients, agencyIds, ...draft } = toDraft(values)
  return {
    ...(alert === null ? {} : { guid: alert.guid, ...(version === undefined ? {} : { version }) }),
    category: draft.category,
    priority: draft.priority,
    feature: draft.feature,
    message: draft.message.trim(),
    systemAlertRecipientType: recipients,
    startTime: new Date(serverNow()).toISOString(),
    applicableAgencies: recipients === AlertRecipients.specific ? [...agencyIds] : [],
  }
}

export interface AlertDialogProps {
  /** The alert to update; null for a new one. */
  alert: SystemAlert | null
  saving: boolean
  /** Sentence for the last failed save. */
  failure: string | null
  onSave: (input: Sent) => Promise<SaveOutcome>
  onClose: () => void
}

/** Creates or updates an alert; closes by its own buttons only. */
export function AlertDialog({ alert, saving, failure, onSave, onClose }: AlertDialogProps) {
  const [initial] = useState(() => toValues(alert))
  const form = useForm({ initial })
  const [seen, setSeen] = useState(alert)
  const [tried, setTried] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const title = alert === null ? 'Create Alert' : 'Update Alert'

  async function save(values: Values) {
    const outcome = await onSave(toInput(values, alert, seen?.version))
    // Until then the last failure is that of another action.
    setTried(true)
    if (outcome.kind === 'saved') onClose()
    // Shows the current alert; saving again then overwrites it deliberately.
    if (outcome.kind === 'stale') setSeen(outcome.current)
    if (outcome.kind === 'gone') setIsGone(true)
  }
  const whyNot = isGone ? alertSentences.gone : whyNotSaveAlert(toDraft(form.values))
  return (
    <Dialog kind="persistent" size={800} title={title} busy={saving} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={saving}
        error={tried && failure !== null ? alertMessages.banner(failure) : null}
        saveLabel="Save"
        disabledReason={saving ? undefined : whyNot}
        onCancel={onClose}
        kept={{ id: `alert ${alert?.guid ?? 'new'}`, names: alertFields }}
        label={title}
      >
        <div className={styles.form}>
          <div className={styles.fields}>
            {alert !== null && (
              <p>
                <span className={styles.label}>Alert Id</span> <span className={styles.id}>{alert.guid}</span>
              </p>
            )}
            <Kinds form={form} />
            <TextArea {...form.field('message')} label="Message" rows={5} hint={alertMessages.startsAnew} />
            <Who form={form} alert={alert} />
          </div>
          <div className={styles.beside}>
            <AlertPreview {...toDraft(form.values)} />
            {!isGone && seen !== alert && seen !== null && <Newer alert={seen} />}
          </div>
        </div>
      </FormShell>
    </Dialog>
  )
}

function Kinds({ form }: { form: Form<Values> }) {
  return (
    <div className={styles.kinds}>
      <SelectField {...form.field('category')} label="Category" choices={choices.category} autoFocus />
      <SelectField {...form.field('priority')} label="Priority" choices={choices.priority} />
      <SelectField {...form.field('feature')} label="Feature" choices={choices.feature} />
    </div>
  )
}

function Who({ form, alert }: { form: Form<Values>; alert: SystemAlert | null }) {
  const { recipients, agencyIds, priority } = form.values
  const isRegion = alert?.systemAlertRecipientType === AlertRecipients.region
  const isHigh = priority === '3'
  return (
    <>
      {isRegion && <p className={styles.muted}>Currently sent to: {getAffected(alert)}</p>}
      <RadioGroup
        label="Who would you like to send to?"
        choices={who}
        value={recipients}
        onChange={(value) => form.set('recipients', value)}
      />
      {recipients === '2' && isHigh && (
        <p className={styles.everybody}>
          <TriangleAlert aria-hidden="true" />
          {alertMessages.everyAgency}
        </p>
      )}
      {recipients === '1' && (
        <AgenciesField agencyIds={agencyIds} onChange={(ids) => form.set('agencyIds', ids)} />
      )}
    </>
  )
}

/** The version that somebody else saved meanwhile. */
function Newer({ alert }: { alert: SystemAlert }) {
  return (
    <div role="status" className={styles.newer}>
      <AlertPreview {...alert} />
      <p>That is how it was saved in the meantime. Saving again replaces it.</p>
    </div>
  )
}
