let collator: Intl.Collator | undefined

/** The order of names in lists: ignores case and accents, and takes numbers in them by size, 9 before 10. */
export function compareText(one: string, other: string): number {
  // Made when first needed, because not every page sorts text.
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one, other)
}
