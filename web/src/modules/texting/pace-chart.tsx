import type { TcrRecord } from '@agency-support/contract/modules/texting'
import { useState } from 'react'
import { ColumnChart } from '../../components/column-chart.tsx'
import { paceSentence, toPace } from './pace.ts'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const toLabel = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`))

/** How fast TCR numbers are created: columns per month. */
export function PaceChart({ records }: { records: readonly TcrRecord[] }) {
  const [now] = useState(() => new Date())
  const pace = toPace(records, now)
  return (
    <ColumnChart
      title="Registration pace."
      takeaway={paceSentence(pace, toLabel)}
      heads={['Month (UTC)', 'Created']}
      columns={pace.map(({ month, count }) => ({ id: month, label: toLabel(month), count }))}
    />
  )
}
