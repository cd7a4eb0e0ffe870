import type { ReportProduct } from '@agency-support/contract/modules/reports'
import type { UseQueryResult } from '@tanstack/react-query'
import { useReadRetry } from '../../components/loading/use-retry.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import { failureText } from '../../lib/requests/query.ts'
import { reportMessages } from './messages.ts'
import styles from './reports.module.css'
import { findProduct } from './use-report.ts'

const nothingChosen = '0'

interface ProductFormProps {
  products: UseQueryResult<ReportProduct[]>
  chosen: number | undefined
  onChoose: (productId: number) => void
  onView: (productId: number) => void
  /** The report of the chosen product is loading. */
  loading: boolean
}

/** Chooses the product of a report; nothing is loaded until View is pressed. */
export function ProductForm({ products, chosen, onChoose, onView, loading }: ProductFormProps) {
  const product = findProduct(products.data, chosen)
  const { failure, retrying, retry } = useReadRetry(
    products,
    failureText(products.error, reportMessages.wentWrong),
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (product !== undefined && !loading) onView(product.productId)
      }}
    >
      {/* The field has one width, which cuts a long name. */}
      <div title={product?.name}>
        <SelectField
          name="product"
          label="Product"
          value={String(product?.productId ?? nothingChosen)}
          onChange={(productId) => onChoose(Number(productId))}
          choices={[
            { value: nothingChosen, label: reportMessages.selectProduct },
            ...(products.data ?? []).map(({ productId, name }) => ({
              value: String(productId),
              label: name,
            })),
          ]}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={loading}
        disabledReason={product === undefined ? reportMessages.choose : undefined}
        // The product in the address is known, but not its name: this is no time to ask for another.
        quietReason={chosen !== undefined && products.data === undefined}
      >
        View
      </Button>
      {failure !== null && (
        <>
          <Problem>{failure}</Problem>
          <Button busy={retrying} onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </form>
  )
}

/** What to do next, in place of a report that has not been asked for. */
export function NotViewed({ chosen }: { chosen: ReportProduct | undefined }) {
  return <p>{chosen === undefined ? reportMessages.choose : reportMessages.press}</p>
}
