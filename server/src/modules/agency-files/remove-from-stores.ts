import type { StoreResolver } from '../../providers/object-store.ts'
import type { FileObject } from './store.ts'

/** Objects that are removed at the same time; a store is asked by others too. */
const atOnce = 8

/** Removes objects from their stores; one that is gone already is no failure. Throws StoreError. */
export async function removeFromStores(stores: StoreResolver, objects: readonly FileObject[]): Promise<void> {
  const left = [...objects]
  const removeSome = async (): Promise<void> => {
    for (let object = left.pop(); object !== undefined; object = left.pop())
      await stores.at(object.place).remove(object.object_name)
  }
  await Promise.all(Array.from({ length: atOnce }, removeSome))
}
