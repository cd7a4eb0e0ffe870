import { useEffect, useState } from 'react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { useNavigateTo } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { failureText } from '../../lib/requests/query.ts'
import { useNameScreen } from '../../lib/screen-name.ts'
import { Button } from '../../ui/button.tsx'
import { productMessages } from './messages.ts'
import { newProductId } from './new-product.ts'
import { editProduct, productPaths } from './paths.ts'
import styles from './products.module.css'
import { useVendorsAndProducts } from './use-products.ts'

/** Confirms that a product was created, only on the first visit. */
export function Page() {
  // Kept for this visit, although leaving clears it.
  const [id] = useState(() => newProductId.getState().id)
  const { list } = useVendorsAndProducts()
  const go = useNavigateTo()
  useEffect(() => () => newProductId.setState({ id: null }), [])
  useNameScreen(id === null ? productMessages.whoops : productMessages.congratulations)
  if (id === null)
    return (
      <>
        <PageHeader title={productMessages.whoops} />
        <div className={styles.stack}>
          <p>{productMessages.wentWrongLoud}</p>
          <Button onClick={() => go(productPaths.list)}>Back to Products</Button>
        </div>
      </>
    )
  const name = list.data?.find((one) => one.id === id)?.name
  // A list from before the creation is being refetched.
  const isLoading = list.data === undefined || (name === undefined && list.isFetching)
  return (
    <>
      <PageHeader title={productMessages.congratulations} />
      <CardState
        what="product"
        // A list from before keeps its failure while it is read again.
        {...cardQuery(
          { ...list, data: name },
          list.isFetching ? null : failureText(list.error, productMessages.wentWrong),
        )}
        loading={isLoading}
        lines={1}
      >
        <div className={styles.stack}>
          <p>
            <strong>{name}</strong> {productMessages.created}
          </p>
          <Button variant="primary" autoFocus onClick={() => go(editProduct(id))}>
            Manage Product
          </Button>
        </div>
      </CardState>
    </>
  )
}
