import { hostingEnvironments } from '@agency-support/contract/rules/hosting-environment'
import { column, defineTable } from '../../components/data-table/column.ts'
import { useUtc } from '../../lib/format/utc.ts'
import { Zone } from '../../components/text/zone.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { environmentNames, formatPeriod, type SigninRow } from './signin-rows.ts'

const col = column<SigninRow>()

function Period({ at }: { at: string }) {
  const utc = useUtc()
  return (
    <time dateTime={at} data-instant={at} data-utc={utc || undefined}>
      {formatPeriod(at, utc ? 'UTC' : undefined)}
    </time>
  )
}

/** The sign-in report (spec-002 §2), the newest period first. */
export const signinsTable = defineTable<SigninRow>({
  id: 'signins',
  caption: 'Sign-ins by ten minutes and hosting environment',
  sizes: [10, 50, 100],
  sort: { id: 'period', desc: true },
  rowId: ({ at }) => at,
  columns: [
    col('period', {
      header: 'Period',
      width: 128,
      flex: true,
      rowHeader: true,
      zone: <Zone />,
      value: ({ at }) => Date.parse(at),
      cell: ({ at }) => <Period at={at} />,
    }),
    ...hostingEnvironments.map((environment) =>
      col(environment, {
        header: environmentNames[environment],
        width: 112,
        align: 'end',
        cell: (row) => formatNumber(row[environment]),
      }),
    ),
  ],
})
