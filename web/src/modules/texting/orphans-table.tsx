import { padAgencyId } from '@agency-support/contract/ids'
import type { TcrOrphan } from '@agency-support/contract/modules/texting'
import { textMatches } from '@agency-support/contract/rules/search'
import { createContext, type MouseEvent, use } from 'react'
import { Button } from '../../ui/button.tsx'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'

/** Row actions; null for a person who may only look. */
export interface OrphanActions {
  remove: (orphan: TcrOrphan, button: HTMLElement) => void
  /** The agencies whose numbers are being deleted. */
  busy: readonly number[]
}
export const OrphanActionsContext = createContext<OrphanActions | null>(null)

const col = column<TcrOrphan>()

function DeleteCell({ orphan }: { orphan: TcrOrphan }) {
  const actions = use(OrphanActionsContext)
  if (actions === null) return null
  const { agencyId, tcrNumber } = orphan
  return (
    <div data-row-work>
      <Button
        aria-label={`Delete TCR number ${tcrNumber} of agency ${padAgencyId(agencyId)}`}
        busy={actions.busy.includes(agencyId)}
        onClick={(event: MouseEvent<HTMLButtonElement>) => actions.remove(orphan, event.currentTarget)}
      >
        Delete
      </Button>
    </div>
  )
}

/** The TCR Cleanup report (spec-002 §2), sorted by agency. */
export const orphansTable = defineTable<TcrOrphan>({
  id: 'tcr-orphans',
  caption: 'TCR numbers without a phone or an agency',
  sizes: [10, 25, 50, 100],
  sort: { id: 'agencyId', desc: false },
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    agencyIdColumn({ width: 132 }),
    col('tcrNumber', {
      header: 'Number',
      width: 240,
      flex: true,
      cell: ({ tcrNumber }) => <CopiedText text={tcrNumber} what={`TCR number ${tcrNumber}`} />,
    }),
    controlColumn('action', {
      header: 'Action',
      width: 140,
      cell: (orphan) => <DeleteCell orphan={orphan} />,
    }),
  ],
})

/** True if the agency id or TCR number of an orphan matches the text. */
export function matchesOrphan({ agencyId, tcrNumber }: TcrOrphan, text: string): boolean {
  return textMatches([padAgencyId(agencyId), tcrNumber], text)
}
