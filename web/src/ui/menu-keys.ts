/** Index of the item a key goes to in an open menu, round its ends; null when the key means nothing here. */
export function nextItem(key: string, current: number, labels: readonly string[]): number | null {
  const count = labels.length
  if (count === 0) return null
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return null
  const order = labels.map((_, step) => (current + 1 + step) % count)
  return order.find((index) => labels[index]?.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null
}
