import type { ResetChoice } from '@agency-support/contract/rules/marketplace'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/fields.tsx'
import styles from './marketplace.module.css'
import { marketplaceMessages } from './messages.ts'
import type { ResetStock } from './reset-words.ts'

interface ResetFieldsProps {
  choice: ResetChoice
  stock: ResetStock
  /** Why a list has only All, which is not offered; undefined if it has more. */
  whyNone: { registrations: string | undefined; products: string | undefined }
  onChange: (change: Partial<ResetChoice>) => void
}

/** What to reset, and for whom. */
export function ResetFields({ choice, stock, whyNone, onChange }: ResetFieldsProps) {
  const { initials, products } = stock
  return (
    <div className={styles.choices}>
      <div className={styles.choice}>
        <Checkbox
          label="Registration"
          visibleLabel
          checked={choice.registration}
          disabledReason={whyNone.registrations}
          onChange={({ target }) => onChange({ registration: target.checked })}
        />
        <SelectField
          name="initials"
          label="Initials"
          value={choice.initials}
          choices={[{ value: '', label: 'All' }, ...initials.map((one) => ({ value: one, label: one }))]}
          onChange={(value) => onChange({ initials: value })}
        />
      </div>
      <div className={styles.choice}>
        <Checkbox
          label="Subscription"
          visibleLabel
          checked={choice.subscriptions}
          disabledReason={whyNone.products}
          onChange={({ target }) => onChange({ subscriptions: target.checked })}
        />
        <SelectField
          name="productId"
          label="Product"
          value={String(choice.productId)}
          choices={[
            { value: '0', label: 'All' },
            ...products.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => onChange({ productId: Number(value) })}
        />
      </div>
      <div>
        <Checkbox
          label="Cloud data: clear the agency storage"
          visibleLabel
          checked={choice.storage}
          onChange={({ target }) => onChange({ storage: target.checked })}
        />
        <div className={styles.nested}>
          <Checkbox
            label="Clear the domains too: Search, Texting and Vendor"
            visibleLabel
            checked={choice.domains}
            disabledReason={choice.storage ? undefined : marketplaceMessages.storageFirst}
            onChange={({ target }) => onChange({ domains: target.checked })}
          />
        </div>
      </div>
    </div>
  )
}
