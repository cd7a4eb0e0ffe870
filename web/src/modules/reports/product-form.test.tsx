// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { ProductForm } from './product-form.tsx'

const long = 'Real-Time Bridging to More Than Two Hundred Carriers of Personal Lines'

function Form({ chosen }: { chosen: number | undefined }) {
  const products = useQuery({
    queryKey: ['products'],
    queryFn: () => [{ productId: 7, keyId: 0, name: long }],
  })
  return (
    <ProductForm
      products={products}
      chosen={chosen}
      onChoose={() => undefined}
      onView={() => undefined}
      loading={false}
    />
  )
}

test('the name of the chosen product, which its field may cut, is shown in full on pointing at it', async () => {
  cleanWhenFinished()
  const { rerender } = render(<Form chosen={undefined} />, { wrapper: Queries })
  await screen.findByRole('option', { name: long })
  expect(screen.queryByTitle(long)).toBeNull()
  rerender(<Form chosen={7} />)
  within(screen.getByTitle(long)).getByRole('combobox', { name: 'Product' })
})
