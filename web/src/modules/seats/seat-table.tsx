import type { UsedSeat } from '@agency-support/contract/modules/seats'
import { isStaleSeat, whyNotRelease } from '@agency-support/contract/rules/seats'
import type { UseQueryResult } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { rowActions } from '../../components/data-table/row-actions.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { useAnnounced } from '../../components/messages/announce.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { useOpenCommands } from '../../components/agency-software/queued-note.tsx'
import { PermissionNotice } from '../../components/permission-gate.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { usePermissions } from '../../lib/profile.ts'
import { seatMessages } from './messages.ts'
import { SeatTokens } from './seat-tokens.tsx'
import { instant } from './seat-order.ts'
import styles from './usage.module.css'
import { useRelease } from './use-release.ts'

const format = 'MM/DD/YYYY HH:mm:ss'
const staleLook = { role: 'warn', icon: Clock } as const

/** What the cells need besides their row. */
interface SeatActions {
  now: string
  whyNot: string | undefined
  busy: readonly string[]
  release: (seat: UsedSeat) => void
}
const [SeatActionsContext, useSeatActions] = rowActions<SeatActions>('seats')

function LastToken({ seat }: { seat: UsedSeat }) {
  const { now } = useSeatActions()
  return (
    <span className={styles.token}>
      {isStaleSeat(seat, new Date(now)) && <StatusChip {...staleLook} label="Inactive over 24 h" />}
      {seat.lastTokenAt !== null && <LocalTime at={seat.lastTokenAt} format={format} />}
    </span>
  )
}

function Holder({ seat: { username, releaseProblem } }: { seat: UsedSeat }) {
  return (
    <span className={styles.holder}>
      {username}
      {releaseProblem !== null && <span className={styles.problem}>{releaseProblem}</span>}
    </span>
  )
}

function ReleaseCell({ seat }: { seat: UsedSeat }) {
  const { busy, whyNot, release } = useSeatActions()
  return (
    <Button
      aria-label={`Release ${seat.username}`}
      busy={busy.includes(seat.username)}
      disabledReason={whyNot}
      quietReason
      onClick={() => release(seat)}
    >
      Release
    </Button>
  )
}

const col = column<UsedSeat>()

const seatTable = defineTable<UsedSeat>({
  id: 'agency-seats',
  caption: 'Signed-in seats',
  sizes: [25, 50, 100],
  rowId: ({ username }) => username,
  columns: [
    col('username', {
      header: 'Username',
      width: 200,
      flex: true,
      rowHeader: true,
      cell: (seat) => <Holder seat={seat} />,
    }),
    timeColumn('lastSigninAt', { header: 'Last sign-in', width: 176, format }),
    col('lastTokenAt', {
      header: 'Last token',
      width: 312,
      align: 'end',
      value: ({ lastTokenAt }) => instant(lastTokenAt),
      cell: (seat) => <LastToken seat={seat} />,
    }),
    col('tokens', { header: 'Tokens', width: 88, align: 'end', value: ({ tokens }) => tokens.length }),
    controlColumn('release', {
      header: 'Release',
      width: 120,
      cell: (seat) => <ReleaseCell seat={seat} />,
    }),
  ],
})

interface SeatTableProps {
  agencyId: number
  seats: readonly UsedSeat[] | undefined
  /** Server time, to tell which seats are stale. */
  now: string
  query: UseQueryResult
  onRetry: () => void
}

/** Held seats; a row expands to its tokens. */
export function SeatTable({ agencyId, seats, now, query, onRetry }: SeatTableProps) {
  const binding = useAddressTable(seatTable)
  const whyNot = whyNotRelease(usePermissions())
  const { release, busy } = useRelease(agencyId)
  return (
    <SeatActionsContext value={{ now, whyNot, busy, release: (seat) => void release(seat) }}>
      <PermissionNotice text={whyNot} />
      <DataTable
        {...binding}
        {...tableQuery(query, seats, query.error && seatMessages.seatsFailed)}
        onRetry={onRetry}
        // The tab has it above.
        onRefresh={undefined}
        rowName={({ username }) => username}
        expand={({ tokens }) => <SeatTokens tokens={tokens} />}
        empty={{ text: seatMessages.noSeats }}
      />
      <PendingReleases agencyId={agencyId} />
    </SeatActionsContext>
  )
}

/** How many releases are pending, and why. */
function PendingReleases({ agencyId }: { agencyId: number }) {
  const { open, whyQueued } = useOpenCommands(agencyId)
  const pending = open.filter(({ command }) => command === 'releaseSeat').length
  const howMany = pending > 0 ? seatMessages.pending(pending) : ''
  const why = whyQueued('releaseSeat') ?? ''
  useAnnounced(`${howMany} ${why}`, howMany)
  return (
    <p className={styles.pending}>
      {pending > 0 && <span>{howMany}</span>}
      <span>{why}</span>
    </p>
  )
}
