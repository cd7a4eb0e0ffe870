import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { AgencyFiles } from './agency-files-table.tsx'
import surface from '../../ui/surface.module.css'
import { lazyComponent } from '../../lib/lazy.tsx'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import { callQuery } from '../../lib/query.ts'
import { LogsTable } from './logs-table.tsx'

const viewer = lazyComponent(async () => (await import('./log-viewer/log-viewer.tsx')).LogViewer)

/** Downloads: the agency's logs and its own files; a log named in the address opens in the viewer. */
export function Tab({ agency: { agencyId } }: AgencyTabProps) {
  const { log } = useSearch({ from: '/agency-detail/$id' })
  const logs = useQuery(callQuery(agencyFiles.logs, { agencyId }))
  useEffect(() => prefetchWhenIdle(viewer.fetch), [])
  if (log !== undefined && log !== '')
    return <viewer.Part key={`${agencyId} ${log}`} agencyId={agencyId} name={log} />
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
