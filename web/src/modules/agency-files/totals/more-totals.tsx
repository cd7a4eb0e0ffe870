import type { FileTotals } from '@agency-support/contract/modules/agency-file-shapes'
import { formatNumber } from '../../../lib/format.ts'
import styles from '../files.module.css'

/** The extended counts, folded away; nothing where the agency's software does not tell them. */
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
      <div className={styles.scroll}>
        <table className={styles.table} aria-label="More totals of Data Sync">
          <thead>
            <tr>
              <th scope="col">Data Sync</th>
              {['Count', 'Active', 'Archived'].map((header) => (
                <th key={header} scope="col" data-align="end">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
    </details>
  )
}
