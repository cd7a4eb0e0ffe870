import { type AgencyConfig, agencies, regionNames } from '@agency-support/contract/modules/agencies'
import type { AgencyDetails } from '@agency-support/contract/modules/agency-details'
import { maxPool, onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import { toAgencyType } from '@agency-support/contract/rules/seats'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FormShell } from '../../components/form-shell.tsx'
import { notifyAgency } from '../../components/notify.ts'
import { useForm } from '../../components/use-form.ts'
import { callKey } from '../../lib/query.ts'
import { useSend } from '../../lib/use-send.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField, SelectField } from '../../ui/fields.tsx'
import styles from './config-tab.module.css'
import { agencyMessages } from './messages.ts'

type Details = Pick<AgencyConfig, keyof AgencyDetails>
type DetailName = keyof Details

/** Field values: text, and a checkbox per system. */
interface Values {
  pool: string
  region: string
  type: string
  onboarding: string
  search: boolean
  texting: boolean
  vendor: boolean
}

const systems = [
  ['search', 'Search'],
  ['texting', 'Texting'],
  ['vendor', 'Vendor'],
] as const

function toValues({ poolId, regionId, agencyType, onboardingStatus, domains }: Details): Values {
  const uses = (domain: number) => (domains & domain) !== 0
  return {
    pool: String(poolId),
    region: String(regionId),
    type: String(agencyType),
    onboarding: String(onboardingStatus),
    search: uses(AgencyDomain.search),
    texting: uses(AgencyDomain.texting),
    vendor: uses(AgencyDomain.vendor),
  }
}

const detailFields = ['pool', 'region', 'type', 'onboarding', 'search', 'texting', 'vendor'] as const

function toDetails(values: Values): Details {
  return {
    poolId: Number(values.pool),
    regionId: Number(values.region),
    agencyType: Number(values.type),
    onboardingStatus: Number(values.onboarding),
    domains: systems.reduce((sum, [name]) => sum + (values[name] ? AgencyDomain[name] : 0), 0),
  }
}

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
  // The values at opening, so that a change made elsewhere since is not overwritten.
  const [read] = useState<Details>(agency)
  const form = useForm({ initial: toValues(read), rules })
  const { run, busy, problem } = useSend(agencies.updateDetails, {
    unclear: agencyMessages.wentWrong,
    updates: callKey(agencies.config, { agencyId: agency.agencyId }),
  })

  async function save(values: Values) {
    const to = toDetails(values)
    const changed = (Object.keys(to) as DetailName[]).filter((name) => to[name] !== read[name])
    const pick = (details: Details) => Object.fromEntries(changed.map((name) => [name, details[name]]))
    const outcome = await run({ agencyId: agency.agencyId, to: pick(to), from: pick(read) })
    if (outcome.kind !== 'ok') return
    notifyAgency.ok(agencyMessages.detailsUpdated)
    onClose()
  }

  return (
    <Dialog kind="persistent" title="Change details" opened busy={busy} onClose={onClose}>
      <FormShell
        form={form}
        onSave={(values) => void save(values)}
        saving={busy}
        error={problem}
        saveLabel="Save"
        disabledReason={form.dirty ? null : agencyMessages.detailsUnchanged}
        onCancel={onClose}
        kept={{ id: `agency ${agency.agencyId} details`, names: detailFields }}
        label="Details of the agency"
      >
        <NumberField {...form.field('pool')} label="Pool" digits={4} />
        <SelectField {...form.field('region')} label="Region" choices={regionChoices} />
        <SelectField {...form.field('type')} label="Agency type" choices={typeChoices(read.agencyType)} />
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
