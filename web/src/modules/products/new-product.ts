import { create } from 'zustand'

/** Id of the product that was just created, in the memory of this tab: a reload forgets it (D-73). */
export const newProductId = create<{ id: number | null }>(() => ({ id: null }))
