import type { ReportProduct } from '@agency-support/contract/modules/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { failureText } from '../../lib/query.ts'
import { reportMessages } from './messages.ts'
import styles from './reports.module.css'

const nothingChosen = '0'

/** Chooses the product of a report; nothing is loaded until View is pressed. */
export function ProductForm({
  products,
  viewed,
  onView,
}: {
  products: Pick<UseQueryResult<ReportProduct[]>, 'data' | 'error' | 'refetch'>
  /** The product whose report is shown. */
  viewed: number | undefined
  onView: (productId: number) => void
}) {
  const [chosen, setChosen] = useState(String(viewed ?? nothingChosen))
  const known = products.data?.some(({ productId }) => String(productId) === chosen) ?? false
  const failure = failureText(products.error, reportMessages.wentWrong)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (known) onView(Number(chosen))
      }}
    >
      <SelectField
        name="product"
        label="Product"
        value={known ? chosen : nothingChosen}
        onChange={setChosen}
        choices={[
          { value: nothingChosen, label: reportMessages.selectProduct },
          ...(products.data ?? []).map(({ productId, name }) => ({ value: String(productId), label: name })),
        ]}
      />
      <Button type="submit" variant="primary" disabledReason={known ? null : reportMessages.choose}>
        View
      </Button>
      {failure !== null && (
        <>
          <Problem>{failure}</Problem>
          <Button onClick={() => void products.refetch()}>Try again</Button>
        </>
      )}
    </form>
  )
}
