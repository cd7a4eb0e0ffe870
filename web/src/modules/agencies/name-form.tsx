import { type AgencyConfig, agencies } from '@agency-support/contract/modules/agencies'
import { newAgencyName, whyUnreadable } from '@agency-support/contract/rules/new-agency'
import { useState } from 'react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { refusalItem } from '../../lib/requests/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import styles from './config-tab.module.css'
import { agencyMessages } from './messages.ts'

/** What the server would refuse, with its sentence. */
const rules = {
  name: (name: string) => (name.trim() === '' ? newAgencyName.tooMany : whyUnreadable(name.trim())),
}

/** A name saved meanwhile by somebody else. */
interface Newer {
  name: string
  by: string | null
}

/**
 * The agency's name. A change made elsewhere while typing is shown next to the field, which keeps the typed text;
 * saving then overwrites it deliberately.
 */
export function NameForm({ agency }: { agency: AgencyConfig }) {
  const form = useForm({ initial: { name: agency.name }, rules })
  const { run, busy, problem, reset } = useSend(agencies.updateName, {
    unclear: agencyMessages.wentWrong,
    updates: callKey(agencies.config, { agencyId: agency.agencyId }),
  })
  const [refused, setRefused] = useState<{ name: string; by: string; version: number } | null>(null)
  const draft = useDraft(`agency ${agency.agencyId} name`, form.values.name, form.dirty)
  const incoming = form.incoming('name')
  // A change since the refusal is newer than the one that it named.
  const named = refused !== null && refused.version >= agency.version ? refused : null
  const newer: Newer | null = named ?? (incoming === undefined ? null : { name: incoming, by: null })

  async function save({ name }: { name: string }) {
    const version = Math.max(agency.version, refused?.version ?? 0)
    const outcome = await run({ agencyId: agency.agencyId, name, version })
    if (outcome.kind === 'ok') {
      setRefused(null)
      form.settle({ name })
      draft.forget()
      return notifyAgency.ok(agencyMessages.nameUpdated)
    }
    const stale = refusalItem(agencies.updateName, 'stale', outcome)
    if (stale !== undefined) setRefused({ name: stale.current, by: stale.changedBy, version: stale.version })
  }

  function take(name: string) {
    form.set('name', name)
    setRefused(null)
    reset()
  }

  return (
    <FormShell
      form={form}
      onSave={(values) => void save(values)}
      saving={busy}
      error={problem}
      saveLabel="Update"
      disabledReason={form.values.name.trim() === agency.name ? agencyMessages.nameUnchanged : undefined}
      label="Agency name"
      align="beside"
    >
      <TextField
        {...form.field('name')}
        label="Agency Name"
        mask={pastedText}
        maxLength={100}
        notice={newer === null ? lostNotice(draft, take) : <NewerName newer={newer} onTake={take} />}
      />
    </FormShell>
  )
}

function NewerName({ newer, onTake }: { newer: Newer; onTake: (name: string) => void }) {
  const what = newer.by === null ? 'Changed in the meantime to' : `${newer.by} changed it to`
  return (
    <span className={styles.other}>
      <span role="status" title={`${what} ${newer.name}`}>
        {what} <strong>{newer.name}</strong>
      </span>
      <Button variant="quiet" onClick={() => onTake(newer.name)}>
        Use this name
      </Button>
    </span>
  )
}

function lostNotice(draft: { lost: string | null; forget: () => void }, onTake: (name: string) => void) {
  const { lost } = draft
  if (lost === null) return null
  return (
    <span className={styles.other}>
      <span title={`You had typed ${lost}`}>
        You had typed <strong>{lost}</strong>
      </span>
      <Button
        variant="quiet"
        onClick={() => {
          draft.forget()
          onTake(lost)
        }}
      >
        Restore
      </Button>
    </span>
  )
}
