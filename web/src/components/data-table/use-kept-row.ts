import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Popups opened by a control, from which focus returns. */
const asking = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The rows of a table in its box. */
export function listRows(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
}

/** Index of the row that contains an element, itself or in its expanded content; -1 outside the rows. */
export function indexOfRow(rows: readonly HTMLElement[], element: Element | null): number {
  return rows.findIndex((row) => {
    const { nextElementSibling: below } = row
    return row.contains(element) || (below?.matches('[data-row]') === false && below.contains(element))
  })
}

/** Focuses the marked control of a row, otherwise its first, or the row itself if it has none. */
export function focusRow(row: HTMLElement): void {
  const control =
    row.querySelector<HTMLElement>('[data-row-focus]') ??
    row.querySelector<HTMLElement>('a[href], button:enabled')
  // Only now: a row that could always take the focus would take it at every click.
  if (control === null) row.tabIndex = -1
  const target = control ?? row
  target.focus()
}

/**
 * Keeps the focus in the rows when what has it is removed or disabled: it stays in its row, wherever that is sorted now,
 * or moves to the row that is in its place instead, or to the screen's heading if none is left. Elsewhere `keepFocus`
 * finds the next control. The table must re-render when that happens.
 *
 * What is held says where the focus is. Null: outside of the rows. An element: there, or in a popup that it opened, from
 * which the focus comes back. An element that is gone or disabled: nowhere, until the next render gives it a place. Only
 * the DOM knows that, and it has forgotten the element's row by then, so row and place are noted while it has the focus.
 */
export function useKeptRow(box: RefObject<HTMLElement | null>) {
  const held = useRef<{ element: Element; row: Element | undefined; at: number } | null>(null)
  useLayoutEffect(() => {
    const last = held.current
    if (last === null || (last.element.isConnected && !last.element.matches(':disabled'))) return
    // The browser takes the focus from a disabled element only later.
    if (![document.body, last.element].includes(document.activeElement ?? document.body)) return
    const rows = listRows(box.current)
    const row = rows.find((one) => one === last.row) ?? rows[Math.min(last.at, rows.length - 1)]
    if (row) focusRow(row)
    else document.querySelector<HTMLElement>('h1')?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      const rows = listRows(box.current)
      const at = indexOfRow(rows, target)
      held.current = at === -1 ? null : { element: target, row: rows[at], at }
    },
    onBlur: () => {
      // A removed element loses focus first. If focus moved elsewhere the person left, unless it moved to a popup.
      queueMicrotask(() => {
        const { activeElement } = document
        if (!held.current?.element.isConnected || activeElement === held.current.element) return
        if (!activeElement?.closest(asking)) held.current = null
      })
    },
  }
}
