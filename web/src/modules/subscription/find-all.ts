/** Where a text occurs in another, whatever the case: starts in order, never overlapping; nothing for no text. */
export function findAll(text: string, sought: string): number[] {
  if (sought === '') return []
  const pattern = new RegExp(sought.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'gi')
  return [...text.matchAll(pattern)].map(({ index }) => index)
}
