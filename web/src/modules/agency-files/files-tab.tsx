import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { ReportNotes } from '../../components/report-notes.tsx'
import { ErrorsTable } from './errors-table.tsx'
import surface from '../../ui/surface.module.css'
import { TokenPanel } from './token-panel.tsx'

/** Files: the agency's multifolder token, and the clients that could not be converted or synced. */
export function Tab({ agency: { agencyId } }: AgencyTabProps) {
  return (
    <div className={surface.tab}>
      <TokenPanel agencyId={agencyId} />
      <ErrorsTable agencyId={agencyId} />
      <ReportNotes agencyId={agencyId} reports={['errors']} />
    </div>
  )
}
