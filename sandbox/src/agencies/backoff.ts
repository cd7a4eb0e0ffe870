const firstMs = 250
const mostMs = 30_000

/**
 * How long to wait before the try after `failures` failures in a row: at random within a span that doubles up to
 * half a minute, so that thousands of agencies do not come back in the same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const span = Math.min(mostMs, firstMs * 2 ** Math.min(failures, 20))
  return span / 2 + (random() * span) / 2
}
