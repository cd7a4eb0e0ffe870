/** Ids of selected rows. */
export type Selected = ReadonlySet<string>

/** The selection with `id` toggled. */
export function toggled(selected: Selected, id: string): Selected {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Sets all rows between two rows of a page to `isOn`; only `to` if one of them is not on the page. */
export function ranged(
  selected: Selected,
  page: readonly string[],
  { from, to, isOn }: { from: string; to: string; isOn: boolean },
): Selected {
  const ends = [page.indexOf(from), page.indexOf(to)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return withAll(selected, first === -1 ? [to] : page.slice(first, last + 1), isOn)
}

/** The selection with all of `ids` added or removed. */
export function withAll(selected: Selected, ids: readonly string[], isOn: boolean): Selected {
  const next = new Set(selected)
  for (const id of ids) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return next
}

/** State of the header checkbox for the rows of a page. */
export function pageMark(selected: Selected, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((id) => selected.has(id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** Without the rows that a filter removed; the same set if nothing changes. */
export function pruned(selected: Selected, filtered: readonly string[]): Selected {
  const there = new Set(filtered)
  const kept = [...selected].filter((id) => there.has(id))
  return kept.length === selected.size ? selected : new Set(kept)
}
