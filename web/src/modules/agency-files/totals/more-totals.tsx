import type { FileTotals } from '@agency-support/contract/modules/agency-file-shapes'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import styles from '../files.module.css'

const columns = [
  { header: 'Data Sync' },
  ...['Count', 'Active', 'Archived'].map((header) => ({ header, align: 'end' }) as const),
]

/** The extended counts, collapsed; nothing if the agency's software does not report them. */
export function MoreTotals({ totals }: { totals: FileTotals }) {
  const { cmsMetricsCount, cmsMetricsArchivedCount, storage, conversion } = totals
  const extended = [cmsMetricsCount, cmsMetricsArchivedCount, storage, conversion]
  if (extended.every((part) => part === undefined)) return null
  const rows = [
    { name: 'CMS metrics', count: cmsMetricsCount, active: undefined, archived: cmsMetricsArchivedCount },
    { name: 'Storage', count: storage?.count, active: storage?.active, archived: storage?.archived },
    {
      name: 'Conversion',
      count: conversion?.count,
      active: conversion?.active,
      archived: conversion?.archived,
    },
  ]
  return (
    <details className={styles.more}>
      <summary>More</summary>
      <PlainTable label="More totals of Data Sync" columns={columns}>
        {rows.map(({ name, count, active, archived }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[count, active, archived].map((value, index) => (
              <td key={index} data-align="end">
                {formatNumber(value)}
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </details>
  )
}
