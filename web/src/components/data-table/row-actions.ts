import { createContext, use } from 'react'

/** The context of what a table's cells do with their row, given by whoever shows the table, and the hook that takes it. */
export function rowActions<Actions>(table: string) {
  const Context = createContext<Actions | null>(null)
  function useRowActions(): Actions {
    const actions = use(Context)
    if (actions === null) throw new Error(`the actions of the ${table} are used outside of it`)
    return actions
  }
  return [Context, useRowActions] as const
}
