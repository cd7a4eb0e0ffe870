let collator: Intl.Collator | undefined

/** The order of names in lists, ignoring case; of numbers in them, 9 comes before 10. */
export function compareText(one: string, other: string): number {
  // Made when first needed, because not every page sorts text.
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one, other)
}
