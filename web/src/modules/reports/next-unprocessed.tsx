import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { useCallback, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'
import { sortRows } from '../../components/data-table/sort-rows.ts'
import { shownPage } from '../../components/data-table/table-state.ts'
import type { TableBinding } from '../../components/data-table/use-table-state.ts'
import { reportMessages } from './messages.ts'

/** The first event after this one that billing has yet to process, round the end of the list. */
function findUnprocessed(events: readonly SubscriptionEvent[], after: number): SubscriptionEvent | undefined {
  return [...events.slice(after + 1), ...events.slice(0, after + 1)].find(({ isProcessed }) => !isProcessed)
}

/** Id of the row that has the focus. */
const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset['row']

/**
 * Goes to the next event that billing has yet to process, in the table's order and on whatever page it is: after the row
 * with the focus, otherwise after the one gone to last, at first from the top of the page.
 */
export function useNextUnprocessed(
  { table, state, onStateChange }: TableBinding<SubscriptionEvent>,
  events: readonly SubscriptionEvent[] = [],
) {
  // Its cell takes the focus, as soon as the table has drawn it.
  const [goal, setGoal] = useState<number | null>(null)
  const last = useRef<string>(undefined)

  function goNext() {
    const { sort, page, size } = state
    const sorted = sortRows(table.columns, events, sort)
    const from = focusedRow() ?? last.current
    const at = sorted.findIndex((event) => table.rowId(event) === from)
    const start = (shownPage(page, sorted.length, size) - 1) * size
    const next = findUnprocessed(sorted, at === -1 ? start - 1 : at)
    if (next === undefined) return
    const turned = Math.floor(sorted.indexOf(next) / size) + 1
    if (turned !== page) onStateChange(() => ({ page: turned }), 'push')
    last.current = table.rowId(next)
    setGoal(next.id)
  }
  const hasNext = events.some(({ isProcessed }) => !isProcessed)
  return { next: { goal, arrive: useCallback(() => setGoal(null), []) }, goNext, hasNext }
}

type NextUnprocessedProps = Pick<ReturnType<typeof useNextUnprocessed>, 'goNext' | 'hasNext'>

/** The button, and its key. */
export function NextUnprocessed({ goNext, hasNext }: NextUnprocessedProps) {
  useShortcuts([{ keys: 'p', label: 'Next unprocessed event', group: 'Table', run: goNext }])
  // Beside the button the reason would move the filters.
  const whyNot = hasNext ? undefined : reportMessages.noneUnprocessed
  return (
    <span data-tip={whyNot}>
      <Button disabledReason={whyNot} quietReason onClick={goNext}>
        Next unprocessed
      </Button>
    </span>
  )
}
