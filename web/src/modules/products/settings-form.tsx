import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import {
  categoryLabel,
  maxLengths,
  productCategories,
  settingsLabels,
} from '@agency-support/contract/rules/products'
import { switches } from '@agency-support/contract/modules/switches'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Form } from '../../components/forms/use-form.ts'
import { useReadRetry } from '../../components/loading/use-retry.ts'
import { pastedText } from '../../components/forms/pasted-text.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type Choice, SelectField, TextField } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { EditorForm, type EditorFormProps } from './editor-form.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'
import type { SettingsValues } from './settings-values.ts'
import type { SettingsLists } from './use-products.ts'

type Flag = 'forceOptIn' | 'emailNotifications' | 'enableVendorDomain' | 'enableVendorWrite'
type Text = Exclude<keyof SettingsValues, Flag | 'vendorId' | 'productCategoryId' | 'itemId' | 'description'>

interface SettingsFormProps extends EditorFormProps<SettingsValues> {
  /** Null for a new product. */
  product: MarketplaceProduct | null
  lists: SettingsLists
}

/** Description of a product and how agencies see it. */
export function SettingsForm({ product, lists, ...editor }: SettingsFormProps) {
  const { form } = editor
  const isNew = product === null
  const { forceOptIn } = form.values
  const text = (name: Text, max: number, disabledReason?: string) => (
    <TextField
      {...form.field(name)}
      label={settingsLabels[name]}
      mask={pastedText}
      maxLength={max}
      disabledReason={disabledReason}
      {...(name.endsWith('Url') ? { inputMode: 'url' as const, spellCheck: false } : {})}
    />
  )
  const noTerms = forceOptIn ? undefined : productMessages.termsOff
  return (
    <EditorForm {...editor} label="Settings" labels={settingsLabels}>
      {text('name', maxLengths.name)}
      {text('providerName', maxLengths.name)}
      <VendorField form={form} product={product} vendors={lists.vendors} />
      <CategoryField form={form} />
      <TextArea {...form.field('description')} label={settingsLabels.description} rows={3} />
      <div className={styles.pair} data-fields>
        {text('actionButtonLabel', maxLengths.label)}
        {text('actionButtonUrl', maxLengths.url)}
        {text('manageButtonLabel', maxLengths.label)}
        {text('manageButtonUrl', maxLengths.url)}
      </div>
      {text('helpContentUrl', maxLengths.url)}
      <Flag form={form} name="emailNotifications" />
      <Flag form={form} name="forceOptIn" />
      <div className={styles.pair} data-fields>
        {text('termsAndConditionsLabel', maxLengths.label, noTerms)}
        {text('termsAndConditionsUrl', maxLengths.url, noTerms)}
      </div>
      <Flag form={form} name="enableVendorDomain" />
      <ItemField form={form} items={lists.items} />
      <Flag
        form={form}
        name="enableVendorWrite"
        disabledReason={isNew ? undefined : productMessages.writeLocked}
      />
    </EditorForm>
  )
}

/** A list of choices that did not load: why, and a way to try again; the field's own error goes first. */
function useListState(own: string | null, query: SettingsLists['vendors' | 'items']) {
  const text = query.data === undefined ? failureText(query.error, productMessages.wentWrong) : null
  const { failure, retrying, retry } = useReadRetry(query, text)
  return {
    error: own ?? failure,
    notice:
      failure === null ? null : (
        <Button variant="quiet" busy={retrying} onClick={retry}>
          Try again
        </Button>
      ),
  }
}

interface VendorFieldProps extends Pick<SettingsFormProps, 'form' | 'product'> {
  vendors: SettingsLists['vendors']
}

/** The vendor, chosen once; that of an existing product is known without the list. */
function VendorField({ form, product, vendors }: VendorFieldProps) {
  const locked = product === null ? [] : [{ id: product.vendorId, name: product.vendorName }]
  const choices = (vendors.data ?? locked).map(({ id, name }): Choice => ({ value: String(id), label: name }))
  const field = form.field('vendorId')
  const list = useListState(field.error, vendors)
  return (
    <SelectField
      {...field}
      label={settingsLabels.vendorId}
      choices={[{ value: '0', label: 'Select a vendor' }, ...choices]}
      disabledReason={product === null ? undefined : productMessages.vendorLocked}
      {...(product === null ? list : {})}
    />
  )
}

/** Categories of our own brand start with the provider's name. */
function CategoryField({ form }: { form: Form<SettingsValues> }) {
  const { data } = useQuery(callQuery(switches.clientConfig, {}))
  const choices = productCategories.map((category) => ({
    value: String(category.id),
    label: categoryLabel(category, data?.providerName ?? '').trim(),
  }))
  return (
    <SelectField
      {...form.field('productCategoryId')}
      label={settingsLabels.productCategoryId}
      choices={[{ value: '0', label: 'Select a category' }, ...choices]}
    />
  )
}

/** The legacy item; one no longer listed is shown as a number. */
function ItemField({ form, items }: { form: Form<SettingsValues>; items: SettingsLists['items'] }) {
  const { data = [] } = items
  const field = form.field('itemId')
  const chosen = form.values.itemId
  const list = useListState(field.error, items)
  const isKnown = chosen === '0' || data.some(({ itemId }) => String(itemId) === chosen)
  return (
    <SelectField
      {...field}
      label={settingsLabels.itemId}
      hint={productMessages.itemHint}
      {...list}
      choices={[
        { value: '0', label: 'Select an item' },
        ...(isKnown ? [] : [{ value: chosen, label: `Item ${chosen}` }]),
        ...data.map(({ itemId, name }) => ({ value: String(itemId), label: name })),
      ]}
    />
  )
}

interface FlagProps {
  form: Form<SettingsValues>
  name: Flag
  disabledReason?: string | undefined
}

function Flag({ form, name, disabledReason }: FlagProps) {
  const error = form.errors[name]
  const errorId = useId()
  return (
    <div>
      <Checkbox
        label={settingsLabels[name]}
        visibleLabel
        checked={form.values[name]}
        disabledReason={disabledReason}
        onChange={({ target }) => form.set(name, target.checked)}
        {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      {error !== undefined && <Problem id={errorId}>{error}</Problem>}
    </div>
  )
}
