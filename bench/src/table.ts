import type { Line, Summary } from './figures.ts'

const headings = [
  'case',
  'at once',
  'product req/s',
  'limit req/s',
  'ratio',
  'product p50/p99 ms',
  'limit p50/p99 ms',
  'p99 ratio',
  'product CPU µs',
  'limit CPU µs',
]

/** The lines as a readable table, first column left-aligned, figures right-aligned. */
export function formatTable(lines: readonly Line[]): string {
  const rows = [headings, ...lines.map(toCells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n')
}

function toCells({ name, concurrency, product, limit, throughput, slower }: Line): string[] {
  return [
    name,
    String(concurrency),
    product.perSecond.toFixed(0),
    limit.perSecond.toFixed(0),
    throughput.toFixed(2),
    times(product),
    times(limit),
    slower.p99.toFixed(2),
    product.cpu.toFixed(0),
    limit.cpu.toFixed(0),
  ]
}

function times({ p50, p99 }: Summary): string {
  return `${(p50 / 1000).toFixed(2)} / ${(p99 / 1000).toFixed(2)}`
}
