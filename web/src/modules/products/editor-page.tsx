import { products } from '@agency-support/contract/modules/products'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { BackButton } from '../../components/back-button.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { productMessages } from './messages.ts'
import { NewProduct } from './new-editor.tsx'
import { productPaths } from './paths.ts'
import { ProductEditor } from './product-editor.tsx'

const newId = -1

/** One product, or the form of a new one. */
export function Page() {
  const { productId } = useParams({ from: productPaths.product })
  // The specified address contains a number; anything else leads to the list.
  if (!/^(-1|\d{1,9})$/.test(productId)) return <Navigate to="/" replace />
  const id = Number(productId)
  return id === newId ? <NewProduct /> : <Existing key={id} productId={id} />
}

function Existing({ productId }: { productId: number }) {
  const query = useQuery({ ...callQuery(products.product, { productId }), enabled: productId > 0 })
  if (query.data === null || productId === 0)
    return (
      <>
        <PageHeader title={productMessages.notFound} back={<BackButton to={productPaths.list} />} />
        <p>{productMessages.unknownId(productId)}</p>
      </>
    )
  return (
    <CardState what="product" {...cardQuery(query, failureText(query.error, productMessages.wentWrong))}>
      {query.data !== undefined && <ProductEditor product={query.data} />}
    </CardState>
  )
}
