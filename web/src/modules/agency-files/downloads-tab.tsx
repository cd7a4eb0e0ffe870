import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { AgencyFiles } from './agency-files-table.tsx'
import surface from '../../ui/surface.module.css'
import { callQuery } from '../../lib/query.ts'
import { LogViewer } from './log-viewer/log-viewer.tsx'
import { LogsTable } from './logs-table.tsx'

/** Downloads: the agency's logs and its own files; a log named in the address opens in the viewer. */
export function Tab({ agency: { agencyId } }: AgencyTabProps) {
  const { log } = useSearch({ from: '/agency-detail/$id' })
  const logs = useQuery(callQuery(agencyFiles.logs, { agencyId }))
  if (log !== undefined && log !== '')
    return <LogViewer key={`${agencyId} ${log}`} agencyId={agencyId} name={log} />
  return (
    <div className={surface.tab}>
      <LogsTable agencyId={agencyId} />
      {/* Shown once the number of logs is known, so that nothing moves. */}
      <div hidden={logs.isPending}>
        <AgencyFiles agencyId={agencyId} />
      </div>
    </div>
  )
}
