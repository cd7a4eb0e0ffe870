const units = ['B', 'kB', 'MB', 'GB'] as const

/** `512 B`, `4.2 kB`, `500 MB`: at most three digits, steps of 1,000. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit] ?? 'B'}`
}
