import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { AgencyFiles } from './agency-files-table.tsx'
import surface from '../../ui/surface.module.css'
import { useFocusAcross } from '../../components/keyboard/use-focus-across.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import { beginRead, callQuery, wasUnread } from '../../lib/requests/query.ts'
import { LogsTable } from './logs-table.tsx'

const viewer = lazyComponent(async () => (await import('./log-viewer/log-viewer.tsx')).LogViewer)

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(agencyFiles.logs, { agencyId })
}

/** Downloads: the agency's logs and its own files; a log named in the address opens in the viewer. */
export function Tab({ agency: { agencyId } }: AgencyTabProps) {
  const { log = '' } = useSearch({ from: '/agency-detail/$id' })
  const [viewed, setViewed] = useState('')
  const parts = useFocusAcross('log', log === '' ? null : log, { isThere: log === '' || viewed === log })
  const logs = useQuery(callQuery(agencyFiles.logs, { agencyId }))
  useEffect(() => prefetchWhenIdle(viewer.fetch), [])
  return (
    <div ref={parts} className={surface.tab}>
      {log === '' ? (
        <>
          <LogsTable agencyId={agencyId} />
          {/* Shown once the number of logs is known, so that nothing moves. */}
          <div hidden={logs.isPending && !wasUnread(logs)}>
            <AgencyFiles agencyId={agencyId} />
          </div>
        </>
      ) : (
        <viewer.Part
          key={`${agencyId} ${log}`}
          agencyId={agencyId}
          name={log}
          onThere={() => setViewed(log)}
        />
      )}
    </div>
  )
}
