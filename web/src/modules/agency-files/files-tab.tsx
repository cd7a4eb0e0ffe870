import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { beginRead, callQuery, wasUnread } from '../../lib/requests/query.ts'
import { ErrorsTable } from './errors-table.tsx'
import surface from '../../ui/surface.module.css'
import { TokenPanel } from './token-panel.tsx'

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(agencyFiles.multifolderLog, { agencyId })
  void beginRead(agencyFiles.conversionErrors, { agencyId })
}

/** Files: the agency's multifolder token, and the clients that could not be converted or synced. */
export function Tab({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const tokens = useQuery(callQuery(agencyFiles.multifolderLog, { agencyId }))
  return (
    <div className={surface.tab}>
      <TokenPanel agency={agency} />
      {/* Shown once the height of the panel above is known, so that nothing moves. */}
      <div hidden={tokens.isPending && !wasUnread(tokens)}>
        <ErrorsTable agencyId={agencyId} />
        <ReportNotes agencyId={agencyId} reports={['errors']} />
      </div>
    </div>
  )
}
