import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainTable } from '../ui/plain-table.tsx'
import { StatusChip } from '../ui/status-chip.tsx'

/** What is stored here beside what a provider has. */
export interface ComparedRow {
  /** Unique among the rows. */
  id: string
  what: string
  here: string
  there: string
  /** Null if both are the same. */
  difference: string | null
  /** Opens the action that repairs it, with its fields filled; changes nothing itself. Null without one. */
  repair: ReactNode
}

interface ComparisonProps {
  provider: string
  /** Header of what is compared. */
  what: string
  rows: readonly ComparedRow[]
  /** Said if no row differs. */
  same: string
}

/** How many rows differ from a provider's, and each with its difference. */
export function Comparison({ provider, what, rows, same }: ComparisonProps) {
  const differing = rows.filter(({ difference }) => difference !== null).length
  const columns = [what, 'Here', `At ${provider}`, 'Difference', 'Repair'].map((header) => ({ header }))
  return (
    <>
      <p role="status">
        {differing === 0 ? same : `${differing} of ${rows.length} ${differing === 1 ? 'differs' : 'differ'}.`}
      </p>
      <PlainTable
        label={`Comparison with ${provider}`}
        columns={columns}
        scrollLabel="Comparison, scrollable"
      >
        {rows.map(({ id, what: compared, here, there, difference, repair }) => (
          <tr key={id}>
            <th scope="row">{compared}</th>
            <td>{here}</td>
            <td>{there}</td>
            <td>
              <StatusChip
                role={difference === null ? 'ok' : 'warn'}
                icon={difference === null ? CircleCheck : TriangleAlert}
                label={difference ?? 'Same'}
              />
            </td>
            <td>{repair ?? <span className="sr-only">none</span>}</td>
          </tr>
        ))}
      </PlainTable>
    </>
  )
}
