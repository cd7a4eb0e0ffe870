// @vitest-environment jsdom
import { products } from '@agency-support/contract/modules/products'
import { act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { productOf } from '../../../test/marketplace-product.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { useFormSave } from './use-form-save.ts'

afterEach(() => notify.clear())

const product = productOf({ name: 'Rater', version: 3 })
const [one, list] = [callKey(products.product, { productId: 7 }), callKey(products.list, {})]

/** A form of the product that switches its data sharing on. */
function openForm() {
  const { result } = mountHook(() => useFormSave(products.setDataSharing, product, () => true))
  for (const key of [one, list]) queryClient.setQueryData(key, 'as it was')
  return {
    form: () => result.current,
    save: () =>
      act(() => result.current.save((version) => ({ productId: 7, dataSharingOptIn: true, version }))),
  }
}

test('a form is saved with the version that was seen, and the next save with the new one', async () => {
  const server = await answeringCalls({
    SetMarketplaceDataSharing: ({ version }) => done(productOf({ version: Number(version) + 1 })),
  })
  const { form, save } = openForm()
  expect(await save()).toBe(true)
  expect([form().stale, form().state.error, notify.current()?.text]).toEqual([null, null, 'Product saved'])
  expect(queryClient.getQueryData(one)).toMatchObject({ version: 4 })
  expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true)
  await save()
  expect(server.inputs('SetMarketplaceDataSharing').map(({ version }) => version)).toEqual([3, 4])
})

test('what a colleague saved meanwhile is shown; saving again goes over it', async () => {
  const stale = {
    changedBy: 'ann@support.test',
    changedAt: '2026-11-20T10:00:00.000Z',
    current: productOf({ version: 8 }),
    version: 8,
  }
  const [code] = products.update.refusals.stale
  const server = await answeringCalls({
    SetMarketplaceDataSharing: ({ version }) =>
      version === 8 ? done(productOf({ version: 9 })) : refused(code, 'Changed.', stale),
  })
  const { form, save } = openForm()
  expect(await save()).toBe(false)
  expect([form().stale, notify.current()]).toEqual([stale, null])
  expect(await save()).toBe(true)
  expect(form().stale).toBeNull()
  expect(server.inputs('SetMarketplaceDataSharing').map(({ version }) => version)).toEqual([3, 8])
})

test('a save that fails says so at the form', async () => {
  await answeringCalls({ SetMarketplaceDataSharing: 500 })
  const { form, save } = openForm()
  expect(await save()).toBe(false)
  expect([form().state.error, form().stale, form().state.saving]).toEqual([
    'Something went wrong',
    null,
    false,
  ])
  expect(notify.current()).toBeNull()
})
