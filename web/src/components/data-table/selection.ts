/** Ids of selected rows. */
export type Selected = ReadonlySet<string>

/** With `id` in it, or out of it. */
export function toggled(selected: Selected, id: string): Selected {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Everything between two rows of a page gets the state `on`; where one is not on the page, only `to`. */
export function ranged(
  selected: Selected,
  page: readonly string[],
  from: string,
  to: string,
  on: boolean,
): Selected {
  const ends = [page.indexOf(from), page.indexOf(to)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return withAll(selected, first === -1 ? [to] : page.slice(first, last + 1), on)
}

/** With all of `ids` in it, or out of it. */
export function withAll(selected: Selected, ids: readonly string[], on: boolean): Selected {
  const next = new Set(selected)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

/** What the checkbox in the head shows for the rows of a page. */
export function pageMark(selected: Selected, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((id) => selected.has(id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/** Without the rows that a filter took away; the same set when nothing changes. */
export function pruned(selected: Selected, filtered: readonly string[]): Selected {
  const there = new Set(filtered)
  const kept = [...selected].filter((id) => there.has(id))
  return kept.length === selected.size ? selected : new Set(kept)
}
