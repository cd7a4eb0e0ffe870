import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { describeCommand, isOpen } from '@agency-support/contract/rules/agency-commands'
import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { AgencyIdContext } from '../../agency/agency-id-context.ts'
import { IconButton } from '../../ui/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useAnnounced } from '../../components/messages/announce.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { CancelAll } from './cancel-all.tsx'
import { CommandDetail } from './command-detail.tsx'
import surface from '../../ui/surface.module.css'
import { commandMessages } from './messages.ts'
import { JustAdded, queueTable, stateText } from './queue-table.tsx'
import { queueRefreshMs } from './refresh.ts'
import { whyStay } from './why-stay.ts'

/** The commands of an agency, updated live as its software reports. */
export function CommandQueue({ agencyId, added }: { agencyId: number; added: number | null }) {
  const [paused, setPaused] = useState(false)
  const binding = useAddressTable(queueTable)
  const query = useQuery({
    ...callQuery(agencyCommands.queue, { agencyId }),
    refetchInterval: paused ? false : queueRefreshMs,
  })
  const ordered = query.data?.find(({ commandId }) => commandId === added)
  useAnnounced(ordered && !isOpen(ordered.state) ? `${describeCommand(ordered)}: ${stateText(ordered)}` : '')
  return (
    <div className={surface.section}>
      <h2>Queued commands</h2>
      <AgencyIdContext value={agencyId}>
        <JustAdded value={added}>
          <DataTable
            {...binding}
            {...tableQuery(query, query.data, failureText(query.error, commandMessages.wentWrong))}
            rowName={describeCommand}
            highlight={added === null ? null : String(added)}
            expand={(command) => <CommandDetail agencyId={agencyId} command={command} />}
            empty={{ text: commandMessages.noneQueued }}
            actions={
              <>
                <CancelAll agencyId={agencyId} commands={query.data} />
                <IconButton
                  label={paused ? 'Refresh every 30 seconds' : 'Pause refreshing'}
                  icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
                  onClick={() => setPaused(!paused)}
                />
              </>
            }
          />
          {/* Below, so that the table stays where it is when such a command comes or goes. */}
          <p className={surface.note}>{whyStay(query.data ?? []).join(' ')}</p>
        </JustAdded>
      </AgencyIdContext>
    </div>
  )
}
