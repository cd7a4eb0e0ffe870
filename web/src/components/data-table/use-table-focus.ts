import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { copyText } from '../text/copy-button.tsx'
import { shortcuts, takesText, useShortcuts } from '../keyboard/shortcuts.ts'
import { nextIndex, type TableAction, tableAction } from './table-keys.ts'
import { focusRow, indexOfRow, listRows, useKeptRow } from './use-kept-row.ts'

interface RowActions {
  /** Renders the requested rows now, if their rendering was deferred. */
  drawNow: () => void
  select: ((id: string, range: boolean) => void) | null
  expand: ((id: string) => void) | null
  copy: (id: string) => string
  refresh: (() => void) | null
  /** Null without a search: `/` is then left to another table of the screen. */
  search: RefObject<HTMLInputElement | null> | null
  /** One page forward (1) or back (-1); null without pages. */
  turn: ((by: 1 | -1) => void) | null
}

const currentIndex = (rows: readonly HTMLElement[]): number => indexOfRow(rows, document.activeElement)

/** Focuses the control to work with in a row; false if there is none. */
function focusWork(row: HTMLElement | undefined): boolean {
  const work = row?.querySelector<HTMLElement>('[data-row-work] [role="combobox"]')
  work?.focus()
  return Boolean(work)
}

/** Keyboard control of a table: arrows and letters inside it, `/ r [ ] j k` anywhere on the screen. */
export function useTableFocus(actions: RowActions) {
  const region = useRef<HTMLDivElement>(null)
  const kept = useKeptRow(region)

  function move(to: 'next' | 'previous' | 'first' | 'last'): boolean {
    actions.drawNow()
    const rows = listRows(region.current)
    const row = rows[nextIndex(currentIndex(rows), rows.length, to)]
    if (row === undefined) return false
    focusRow(row)
    return true
  }
  function act(action: TableAction): boolean {
    if (action.kind === 'move') return move(action.to)
    actions.drawNow()
    const rows = listRows(region.current)
    const id = rows[currentIndex(rows)]?.dataset['row']
    if (id === undefined) return false
    if (action.kind === 'copy') void copyText(actions.copy(id))
    if (action.kind === 'select') actions.select?.(id, action.range)
    if (action.kind === 'expand') actions.expand?.(id)
    return action.kind === 'copy' || actions[action.kind] !== null
  }
  function onKeyDown(event: KeyboardEvent) {
    const isInRows = event.target instanceof Element && event.target.closest('tbody') !== null
    if (event.defaultPrevented || !isInRows) return
    const action = tableAction({
      key: event.key,
      shift: event.shiftKey,
      modified: event.ctrlKey || event.altKey || event.metaKey,
      typing: takesText(event.target),
      onControl: event.target instanceof Element && event.target.matches('button, input, summary'),
      characters: shortcuts.isEnabled() && !shortcuts.isAwaiting(event.timeStamp),
    })
    if (action && act(action)) event.preventDefault()
  }

  const group = 'Table'
  const { refresh, turn, search } = actions
  const preferKeys = useShortcuts([
    { keys: 'j', label: 'Next row', group, run: () => move('next') },
    { keys: 'k', label: 'Previous row', group, run: () => move('previous') },
    ...(search ? [{ keys: '/', label: 'Search', group, run: () => search.current?.focus() }] : []),
    ...(turn
      ? [
          { keys: '[', label: 'Previous page', group, run: () => turn(-1) },
          { keys: ']', label: 'Next page', group, run: () => turn(1) },
        ]
      : []),
    ...(refresh ? [{ keys: 'r', label: 'Refresh', group, run: refresh }] : []),
  ])
  /** Focuses the control to work with in the first row, otherwise the row. */
  function toFirst() {
    actions.drawNow()
    if (!focusWork(listRows(region.current)[0])) move('first')
  }
  return { region, onKeyDown, kept, toFirst, preferKeys }
}
