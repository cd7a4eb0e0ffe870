import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { padAgencyId } from '@agency-support/contract/ids'
import { maxVersionLength, overridesEffect } from '@agency-support/contract/rules/product-availability'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/requests/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { TextField } from '../../ui/fields.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import {
  availabilityLabels,
  type AvailabilityValues,
  readAvailability,
  whyNotSaveAvailability,
} from './availability-values.ts'
import { EditorForm, type EditorFormProps } from './editor-form.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'

const restMs = 300
/** Maximum agencies shown by name; a list may contain 10,000. */
const mostShown = 100

interface AvailabilityFormProps extends EditorFormProps<AvailabilityValues> {
  product: MarketplaceProduct
}

/** Which agencies see a product. */
export function AvailabilityForm({ product, ...editor }: AvailabilityFormProps) {
  const { form } = editor
  const { availability, problems, dropped } = readAvailability(form.values)
  const { enabled, overrideAgencies: ids } = availability
  return (
    <EditorForm
      {...editor}
      disabledReason={whyNotSaveAvailability(product, form.values)}
      label="Availability"
    >
      <RadioGroup
        label={availabilityLabels.status}
        choices={[
          { value: 'enabled', label: 'Enabled' },
          { value: 'disabled', label: 'Disabled' },
        ]}
        value={form.values.status}
        onChange={(status) => form.set('status', status)}
      />
      <TextArea
        {...form.field('overrides')}
        label={availabilityLabels.overrides}
        hint={productMessages.overridesHint}
        rows={3}
        error={problems.overrideAgencies ?? null}
        notice={dropped.length === 0 ? null : productMessages.dropped(dropped)}
      />
      <p role="status">{overridesEffect(enabled, ids.length)}</p>
      <OverrideChips ids={ids} />
      <TextField
        {...form.field('minimumVersion')}
        label={availabilityLabels.minimumVersion}
        hint={productMessages.versionHint}
        short
        maxLength={maxVersionLength}
        error={problems.minimumCMSVersion ?? null}
      />
    </EditorForm>
  )
}

/** The listed agencies by name; unknown ones stay and are marked. */
function OverrideChips({ ids }: { ids: readonly number[] }) {
  const asked = useDebounced(ids.slice(0, mostShown).join(), restMs)
  const agencyIds = asked === '' ? [] : asked.split(',').map(Number)
  const { data } = useQuery({
    ...callQuery(products.overrideAgencies, { agencyIds }),
    enabled: agencyIds.length > 0,
    placeholderData: keepPreviousData,
  })
  if (ids.length === 0) return null
  const names = new Map(data?.map(({ agencyId, name }) => [agencyId, name]))
  const isAnswered = data !== undefined && asked === ids.slice(0, mostShown).join()
  return (
    <ul className={styles.chips} aria-label="Overridden agencies">
      {ids.slice(0, mostShown).map((id) => (
        <li key={id} data-tip={names.get(id)} data-unknown={(isAnswered && !names.has(id)) || undefined}>
          {padAgencyId(id)} {names.get(id) ?? (isAnswered ? productMessages.unknownAgency : '')}
        </li>
      ))}
      {ids.length > mostShown && <li>{productMessages.moreAgencies(ids.length - mostShown)}</li>}
    </ul>
  )
}
