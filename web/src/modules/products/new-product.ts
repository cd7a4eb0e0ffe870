import { create } from 'zustand'

/** Id of the product just created, only in the memory of this tab: a reload clears it (D-73). */
export const newProductId = create<{ id: number | null }>(() => ({ id: null }))
