import { padAgencyId } from '@agency-support/contract/ids'
import { productCategories, settingsLabels } from '@agency-support/contract/rules/products'
import type { StaleForm } from '@agency-support/contract/modules/product-shapes'
import type { z } from 'zod'
import type { ProductForm, ProductRow, SettingsRow } from './products-store.ts'

/** The label of each column in its form. */
const labels: Readonly<Record<string, string>> = {
  name: settingsLabels.name,
  provider_name: settingsLabels.providerName,
  description: settingsLabels.description,
  vendor_data_sync: settingsLabels.enableVendorDomain,
  item_id: settingsLabels.itemId,
  category_id: settingsLabels.productCategoryId,
  action_label: settingsLabels.actionButtonLabel,
  action_url: settingsLabels.actionButtonUrl,
  manage_label: settingsLabels.manageButtonLabel,
  manage_url: settingsLabels.manageButtonUrl,
  force_opt_in: settingsLabels.forceOptIn,
  terms_label: settingsLabels.termsAndConditionsLabel,
  terms_url: settingsLabels.termsAndConditionsUrl,
  help_url: settingsLabels.helpContentUrl,
  email_notifications: settingsLabels.emailNotifications,
  enabled: 'Global Status',
  overrides: 'Overrides',
  minimum_version: 'Minimum CMS Version',
  data_sharing_opt_in: 'Data Sharing Opt In',
} satisfies Partial<Record<keyof ProductRow, string>>

/** Fields of a form, as stored. */
export type FormFields = Partial<
  SettingsRow & Pick<ProductRow, 'enabled' | 'overrides' | 'minimum_version' | 'data_sharing_opt_in'>
>

/** The fields that a save would change. */
export function findChanges(row: ProductRow, sent: FormFields): (keyof FormFields)[] {
  const fields = Object.keys(sent) as (keyof FormFields)[]
  return fields.filter((field) => JSON.stringify(row[field]) !== JSON.stringify(sent[field]))
}

/** What a save would make of a product, with the names of its items by id. */
interface Change {
  row: ProductRow
  sent: FormFields
  items: ReadonlyMap<number, string>
}

/** Who last saved a form, when, and both values of each field that differs. */
export function staleForm({ row, sent, items }: Change, form: ProductForm): z.output<typeof StaleForm> {
  return {
    changedBy: row[`${form}_changed_by`] ?? 'Somebody else',
    changedAt: row[`${form}_changed_at`]?.toISOString() ?? null,
    version: row.version,
    fields: findChanges(row, sent).map((field) => ({
      field: labels[field] ?? field,
      current: toText(field, row[field], items),
      yours: toText(field, sent[field], items),
    })),
  }
}

/** A value as its form shows it. */
function toText(
  field: keyof FormFields,
  value: FormFields[keyof FormFields],
  items: Change['items'],
): string {
  if (field === 'item_id' && typeof value === 'number') return items.get(value) ?? `Item ${value}`
  if (field === 'enabled') return value === true ? 'Enabled' : 'Disabled'
  if (field === 'category_id')
    return productCategories.find(({ id }) => id === value)?.name ?? String(value ?? '')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return nameSome(value)
  return value === null || value === undefined ? '' : String(value)
}

const maxNamed = 100

/** Values of the changed fields, for the journal; a long list of agencies as what was added and removed. */
export function toJournal({ row, sent, items }: Change): {
  before: Record<string, string>
  after: Record<string, string>
} {
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  for (const field of findChanges(row, sent)) {
    const label = labels[field] ?? field
    const [was, is] = field === 'overrides' ? toDifference(row, sent) : [row[field], sent[field]]
    before[label] = toText(field, was, items)
    after[label] = toText(field, is, items)
  }
  return { before, after }
}

/** The agencies that were removed from the list, and those that were added. */
function toDifference({ overrides: was }: ProductRow, { overrides: is = [] }: FormFields): [string, string] {
  const [had, has] = [new Set(was), new Set(is)]
  const name = (ids: readonly number[]): string => nameSome(ids.map(padAgencyId))
  return [name(was.filter((id) => !has.has(id))), name(is.filter((id) => !had.has(id)))]
}

function nameSome(ids: readonly (number | string)[]): string {
  const more = ids.length - maxNamed
  return `${ids.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
