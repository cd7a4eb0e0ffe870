import { agencyUsers, type EmailEvent } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { emailCategories } from '@agency-support/contract/rules/agency-users'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { type WithId, withIds } from '../../components/data-table/row-ids.ts'
import { useWaitingRows, WaitingRows } from '../../components/data-table/waiting-rows.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { usePermissions } from '../../lib/profile.ts'
import { callQuery, wasUnread } from '../../lib/requests/query.ts'
import { Problem } from '../../ui/problem.tsx'
import { searchSuppressions } from '../email/paths.ts'
import { EmailEventChip, undelivered } from './chips.tsx'
import { agencyUserMessages } from './messages.ts'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import styles from './users.module.css'

type EventRow = WithId<EmailEvent>

const toKey = ({ id }: EventRow): string => id
const col = column<EventRow>()

/** The provider reports whole seconds: a mail opened twice in one makes two identical events. */
const eventRows = (events: readonly EmailEvent[]): readonly EventRow[] =>
  withIds(events, ({ sendGridTS, event, category }) => `${sendGridTS} ${event} ${category}`)

const emailTable = defineTable<EventRow>({
  id: 'agency-user-emails',
  caption: 'Mails to the user',
  sizes: [10],
  rowId: toKey,
  columns: [
    timeColumn('sendGridTS', {
      header: 'Time',
      width: 148,
      rowHeader: true,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    col('event', { header: 'Event', width: 120, cell: ({ event }) => <EmailEventChip event={event} /> }),
    col('toEmail', {
      header: 'To',
      width: 188,
      flex: true,
      cell: ({ toEmail }) => <CopiedEmail address={toEmail} />,
    }),
    col('category', {
      header: 'Category',
      width: 92,
      cell: ({ category }) => emailCategories[category] ?? String(category),
    }),
  ],
})

/** Whether the address is confirmed, and what happened to the last mails; later events wait until they are asked for. */
export function EmailLog({ agencyId, username }: { agencyId: number; username: string }) {
  const binding = useLocalTable(emailTable)
  const query = useQuery({
    ...callQuery(agencyUsers.emailEvents, { agencyId, username }),
    refetchOnMount: 'always',
  })
  const rows = useMemo(() => query.data && eventRows(query.data), [query.data])
  const { shown, waiting, show } = useWaitingRows(rows, toKey, query.isFetchedAfterMount)
  const reload = () => void query.refetch({ cancelRefetch: false }).then(show)
  const last = shown?.[0]
  const mayFind = usePermissions().includes(P.CanManageEmails)
  return (
    <>
      <Verification agencyId={agencyId} username={username} />
      {last !== undefined && undelivered.has(last.event) && (
        <p className={styles.warning}>
          <TriangleAlert aria-hidden="true" />
          {agencyUserMessages.bounced}
          {mayFind && <FindLink email={last.toEmail} />}
        </p>
      )}
      <div className={styles.log}>
        <DataTable
          {...binding}
          {...tableQuery(query, shown, query.error && agencyUserMessages.emailFailed)}
          onRefresh={reload}
          actions={<WaitingRows count={waiting} what="new event" onShow={show} />}
          empty={{ text: agencyUserMessages.noData }}
        />
      </div>
    </>
  )
}

/** The next step for an undelivered mail; takes focus unless the person has moved it since the dialog opened. */
function FindLink({ email }: { email: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const dialog = link.current?.closest('[data-dialog]')
    const { activeElement } = document
    // The heading has focus until the person moves it.
    const isUntouched = !dialog?.contains(activeElement) || activeElement?.matches('[tabindex="-1"]')
    if (isUntouched === true) link.current?.focus()
  }, [])
  return (
    <Link ref={link} href={searchSuppressions(email)}>
      Find in Email Management
    </Link>
  )
}

function Verification({ agencyId, username }: { agencyId: number; username: string }) {
  const query = useQuery({
    ...callQuery(agencyUsers.emailVerification, { agencyId, username }),
    refetchOnMount: 'always',
  })
  if (wasUnread(query)) return <Problem>{agencyUserMessages.loadFailed}</Problem>
  if (!query.data) return null
  const { emailVerified, verifiedOn, lastSentOn } = query.data
  return (
    <p className={styles.verification} data-verified={emailVerified || undefined}>
      {emailVerified ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
      <span>
        {emailVerified ? agencyUserMessages.verified : agencyUserMessages.notVerified}
        {emailVerified && verifiedOn !== null && (
          <>
            {' on '}
            <LocalTime at={verifiedOn} format="MM/DD/YYYY HH:mm:ss" />
          </>
        )}
        {lastSentOn !== null && (
          <span className={styles.muted}>
            {' · verification mail last sent '}
            <LocalTime at={lastSentOn} format="MM/DD/YYYY HH:mm:ss" />
          </span>
        )}
      </span>
    </p>
  )
}
