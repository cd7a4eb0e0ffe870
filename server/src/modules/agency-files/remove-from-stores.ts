import type { StoreResolver } from '../../providers/object-store.ts'
import type { FileObject } from './store.ts'

/** Parallel deletions, few enough to leave the store to others. */
const atOnce = 8

/** Deletes objects from their stores; missing ones are fine. Throws StoreError. */
export async function removeFromStores(stores: StoreResolver, objects: readonly FileObject[]): Promise<void> {
  const left = [...objects]
  const removeSome = async (): Promise<void> => {
    for (let object = left.pop(); object !== undefined; object = left.pop())
      await stores.at(object.place).remove(object.object_name)
  }
  await Promise.all(Array.from({ length: atOnce }, removeSome))
}
