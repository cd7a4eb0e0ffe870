import { useEffect, useRef } from 'react'
import type { SelectionProps } from './data-table-props.ts'
import { pageMark, pruned, ranged, toggled, withAll } from './selection.ts'

export interface SelectionModel {
  isSelected: (id: string) => boolean
  toggle: (id: string, range: boolean) => void
  head: { mark: 'none' | 'some' | 'all'; onToggle: (on: boolean) => void }
}

/**
 * Selecting rows of a page; ranges start at the row touched last. `filtered` lists the rows that match the filter;
 * while it is null (rows not loaded), the selection is kept.
 */
export function useSelection(
  selection: SelectionProps | undefined,
  page: readonly string[],
  filtered: readonly string[] | null,
): SelectionModel | null {
  const last = useRef<string | null>(null)
  const kept = selection && filtered ? pruned(selection.selected, filtered) : selection?.selected
  const changed = kept !== undefined && kept !== selection?.selected
  useEffect(() => {
    if (changed && kept) selection?.onChange(kept)
  }, [changed, kept, selection])

  if (!selection) return null
  const { selected, onChange } = selection
  return {
    isSelected: (id) => selected.has(id),
    toggle: (id, range) => {
      const from = range ? last.current : null
      last.current = id
      onChange(
        from === null
          ? toggled(selected, id)
          : ranged(selected, page, { from, to: id, isOn: !selected.has(id) }),
      )
    },
    head: { mark: pageMark(selected, page), onToggle: (on) => onChange(withAll(selected, page, on)) },
  }
}
