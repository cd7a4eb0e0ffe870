import { agencyUsers, type SigninEntry } from '@agency-support/contract/modules/agency-users'
import { readSignins } from '@agency-support/contract/rules/agency-users'
import { useQuery } from '@tanstack/react-query'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useWaitingRows, WaitingRows } from '../../components/data-table/waiting-rows.tsx'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { OutcomeChip } from './chips.tsx'
import { agencyUserMessages } from './messages.ts'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import styles from './users.module.css'

/** Number of sign-ins to request (spec-001 §9). */
const lastN = 10

const none: readonly SigninEntry[] = []
const toKey = ({ created, outcome, ip, hostname }: SigninEntry): string =>
  `${created} ${outcome} ${ip} ${hostname}`
const col = column<SigninEntry>()

const signinTable = defineTable<SigninEntry>({
  id: 'agency-user-signins',
  caption: 'Sign-ins of the user',
  sizes: [10],
  rowId: toKey,
  columns: [
    timeColumn('created', {
      header: 'Created',
      width: 140,
      rowHeader: true,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    col('outcome', {
      header: 'Outcome',
      width: 148,
      cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
    }),
    col('ip', {
      header: 'IP',
      width: 121,
      cell: ({ ip }) => (ip === '' ? null : <CopiedText text={ip} what={`address ${ip}`} />),
    }),
    col('hostname', {
      header: 'Hostname',
      // Room for a name as Windows makes it: 15 capitals and digits.
      width: 139,
      flex: true,
      cell: ({ hostname }) => hostname !== '' && <span className={styles.host}>{hostname}</span>,
    }),
  ],
})

/** The last ten sign-ins of a user, after a summarising sentence; later ones wait until they are asked for. */
export function SigninLog({ agencyId, username }: { agencyId: number; username: string }) {
  const binding = useLocalTable(signinTable)
  const query = useQuery({
    ...callQuery(agencyUsers.signinLog, { agencyId, username, lastN }),
    refetchOnMount: 'always',
  })
  const { shown, waiting, show } = useWaitingRows(query.data, toKey, query.isFetchedAfterMount)
  const reload = () => void query.refetch({ cancelRefetch: false }).then(show)
  const reading = readSignins(shown ?? none)
  return (
    <div className={styles.signins}>
      <p className={styles.reading}>{reading}</p>
      <div className={styles.log}>
        <DataTable
          {...binding}
          {...tableQuery(query, shown, query.error && agencyUserMessages.signinFailed)}
          onRefresh={reload}
          actions={<WaitingRows count={waiting} what="new sign-in" onShow={show} />}
          empty={{ text: agencyUserMessages.noData }}
        />
      </div>
    </div>
  )
}
