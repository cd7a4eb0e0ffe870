import { type AgencyConfig, agencies, regionNames } from '@agency-support/contract/modules/agencies'
import { maxPool, onboardingStatuses, systems } from '@agency-support/contract/rules/agency-facts'
import { toAgencyType } from '@agency-support/contract/rules/seats'
import { useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { refusalItem } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField, SelectField } from '../../ui/fields.tsx'
import styles from './config-tab.module.css'
import { detailFields, type DetailValues, newerSentence, toChange, toValues } from './details-values.ts'
import { agencyMessages } from './messages.ts'

/** All types but three are Opus; an agency keeps the number it has. */
function typeChoices(current: number) {
  const opus = 2
  return [0, 1, 3, [0, 1, 3].includes(current) ? opus : current].map((type) => ({
    value: String(type),
    label: toAgencyType(type).name,
  }))
}

const regionChoices = Object.entries(regionNames).map(([value, label]) => ({ value, label }))
const onboardingChoices = onboardingStatuses.map(({ id, name }) => ({ value: String(id), label: name }))
const rules = {
  pool: (text: string) =>
    text !== '' && Number(text) <= maxPool ? null : `Pool must be a whole number from 0 to ${maxPool}.`,
}

/** Edits pool, region, type, systems and onboarding of an agency; only changed fields are saved. */
export function DetailsDialog({ agency, onClose }: { agency: AgencyConfig; onClose: () => void }) {
  // What the person knows: at opening, and after a refusal, which tells what somebody else has set.
  const [seen, setSeen] = useState(agency)
  const [newer, setNewer] = useState('')
  const form = useForm({ initial: toValues(agency), rules })
  const { run, busy, problem } = useSend(agencies.updateDetails, {
    unclear: agencyMessages.wentWrong,
    updates: callKey(agencies.config, { agencyId: agency.agencyId }),
  })

  async function save(values: DetailValues) {
    const change = toChange(values, { current: agency, seen })
    const outcome = await run({ agencyId: agency.agencyId, ...change })
    if (outcome.kind === 'ok') {
      notifyAgency.ok(agencyMessages.detailsUpdated)
      return onClose()
    }
    const current = refusalItem(agencies.updateDetails, 'stale', outcome)?.current
    setNewer(current === undefined ? '' : newerSentence(change, current))
    if (current !== undefined) setSeen(current)
  }

  return (
    <Dialog kind="form" size={600} title="Change details" busy={busy} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={busy}
        error={problem === null ? null : `${problem} ${newer}`.trim()}
        saveLabel="Save"
        disabledReason={form.dirty ? undefined : agencyMessages.detailsUnchanged}
        onCancel={onClose}
        kept={{ id: `agency ${agency.agencyId} details`, names: detailFields }}
        label="Details of the agency"
      >
        <NumberField {...form.field('pool')} label="Pool" digits={4} autoFocus />
        <SelectField {...form.field('region')} label="Region" choices={regionChoices} />
        <SelectField {...form.field('type')} label="Agency type" choices={typeChoices(agency.agencyType)} />
        <fieldset className={styles.systems}>
          <legend>Domains</legend>
          {systems.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              visibleLabel
              checked={form.values[name]}
              onChange={(event) => form.set(name, event.target.checked)}
            />
          ))}
        </fieldset>
        <SelectField {...form.field('onboarding')} label="Onboarding" choices={onboardingChoices} />
      </FormShell>
    </Dialog>
  )
}
