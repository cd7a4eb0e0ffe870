import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { copyText } from '../copy-button.tsx'
import { shortcuts, takesText, useShortcuts } from '../shortcuts.ts'
import { nextIndex, type TableAction, tableAction } from './table-keys.ts'

interface RowActions {
  /** Draws the rows that were asked for, where they are yet to be drawn. */
  drawNow: () => void
  select: ((id: string, range: boolean) => void) | null
  expand: ((id: string) => void) | null
  copy: (id: string) => string
  refresh: (() => void) | null
  /** Null without a search: `/` then stays with another table of the screen. */
  search: RefObject<HTMLInputElement | null> | null
  /** Goes one page on (1) or back (-1); null without pages. */
  turn: ((by: 1 | -1) => void) | null
}

function listRows(region: HTMLElement | null): HTMLElement[] {
  return [...(region?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
}

function currentIndex(rows: readonly HTMLElement[]): number {
  return rows.findIndex((row) => row.contains(document.activeElement))
}

function focusRow(row: HTMLElement | undefined) {
  row?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
}

/** Index of the row that an element stands in or is unfolded below; -1 outside of the rows. */
function rowIndexOf(rows: readonly HTMLElement[], element: Element): number {
  const row = element.closest('tr')
  const own = row?.dataset['row'] === undefined ? row?.previousElementSibling : row
  return rows.findIndex((one) => one === own)
}

/** What had focus in a row may go with the row; focus then stays at its place, in the row that is there now. */
function useKeptPlace(region: RefObject<HTMLElement | null>, page: readonly object[]) {
  const held = useRef<{ element: Element; at: number } | null>(null)
  useLayoutEffect(() => {
    const last = held.current
    if (last === null || last.element.isConnected || document.activeElement !== document.body) return
    const rows = listRows(region.current)
    const row = rows[Math.min(last.at, rows.length - 1)]
    const control = row?.querySelector('[data-row-focus]') ?? row?.querySelector('a[href], button:enabled')
    const place = control ?? document.querySelector('h1')
    if (place instanceof HTMLElement) place.focus()
  }, [region, page])
  return {
    onFocus: ({ target }: FocusEvent) => {
      const at = rowIndexOf(listRows(region.current), target)
      held.current = at === -1 ? null : { element: target, at }
    },
    onBlur: () => {
      // What goes with its row loses focus just before; whoever left the rows does not want it back, unless for a dialog or a menu.
      queueMicrotask(() => {
        const { activeElement } = document
        if (!held.current?.element.isConnected || activeElement === held.current.element) return
        if (!activeElement?.closest('[role="dialog"], [role="alertdialog"], [role="menu"]'))
          held.current = null
      })
    },
  }
}

/**
 * Keyboard of a table: arrows and letters inside it, `/ r [ ] j k` anywhere on the screen. `page`: the rows that are
 * shown, another array whenever one of them may have gone.
 */
export function useTableFocus(page: readonly object[], actions: RowActions) {
  const region = useRef<HTMLDivElement>(null)
  const kept = useKeptPlace(region, page)

  function move(to: 'next' | 'previous' | 'first' | 'last'): boolean {
    actions.drawNow()
    const rows = listRows(region.current)
    if (rows.length === 0) return false
    focusRow(rows[nextIndex(currentIndex(rows), rows.length, to)])
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
    const inRows = event.target instanceof Element && event.target.closest('tbody') !== null
    if (event.defaultPrevented || !inRows) return
    const action = tableAction({
      key: event.key,
      shift: event.shiftKey,
      modified: event.ctrlKey || event.altKey || event.metaKey,
      typing: takesText(event.target),
      onControl: event.target instanceof Element && event.target.matches('button, input, summary'),
      characters: shortcuts.isEnabled(),
    })
    if (action && act(action)) event.preventDefault()
  }

  const group = 'Table'
  const { refresh, turn, search } = actions
  useShortcuts([
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
  /** To what is worked on in the first row. */
  function toFirst() {
    actions.drawNow()
    const work = listRows(region.current)[0]?.querySelector<HTMLElement>('[data-row-work] [role="combobox"]')
    if (work) work.focus()
    else move('first')
  }
  return { region, onKeyDown, kept, toFirst }
}
