/** The items whose name contains `only`, all without it. Throws a sentence with all names if there is none. */
export function selectOnly<Item>(
  items: readonly Item[],
  only: string | undefined,
  getName: (item: Item) => string = String,
): Item[] {
  const selected = items.filter((item) => getName(item).includes(only ?? ''))
  if (selected.length === 0)
    throw new Error(`Nothing to measure is called "${only}". Names: ${items.map(getName).join(', ')}.`)
  return selected
}
