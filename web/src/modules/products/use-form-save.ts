import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { useState } from 'react'
import { notify } from '../../components/messages/notify.ts'
import { refusalItem } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import type { SaveState } from './editor-form.tsx'
import { productMessages } from './messages.ts'
import type { Stale } from './stale-notice.tsx'

type FormCall = typeof products.update | typeof products.saveAvailability | typeof products.setDataSharing

/** Saves one form of a product, `state` for its buttons; `stale` is what a colleague saved in it meanwhile. */
export function useFormSave<C extends FormCall>(
  call: C,
  product: MarketplaceProduct,
  isShown: () => boolean,
) {
  const { run, busy, problem, clearRefusal } = useSend(call, {
    unclear: productMessages.wentWrong,
    isShown,
    updates: callKey(products.product, { productId: product.id }),
    rereads: callKey(products.list, {}),
  })
  const [read, setRead] = useState(product.version)
  const [stale, setStale] = useState<Stale | null>(null)

  /** `toInput` receives the version that the person has seen; returns true if saved. */
  async function save(toInput: (version: number) => Parameters<typeof run>[0]): Promise<boolean> {
    const outcome = await run(toInput(read))
    const found = refusalItem(call as typeof products.update, 'stale', outcome as never) ?? null
    setStale(found)
    if (found !== null) setRead(found.version)
    if (outcome.kind !== 'ok') return false
    setRead((outcome.data as MarketplaceProduct).version)
    notify.ok(productMessages.saved)
    return true
  }
  const state: SaveState = { saving: busy, error: problem, onEdit: clearRefusal }
  return { save, state, stale }
}
