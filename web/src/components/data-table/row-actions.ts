import { createContext, use } from 'react'

/** A context for what a table's cells need besides their row, provided by whoever shows the table, and the hook that reads it. */
export function rowActions<Actions>(table: string) {
  const Context = createContext<Actions | null>(null)
  function useRowActions(): Actions {
    const actions = use(Context)
    if (actions === null) throw new Error(`the row actions of ${table} are used outside of their table`)
    return actions
  }
  return [Context, useRowActions] as const
}
