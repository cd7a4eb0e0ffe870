import { marketplace, type Registration } from '@agency-support/contract/modules/marketplace'
import { type RegistrationStatus, registrationStatuses } from '@agency-support/contract/rules/marketplace'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleOff, RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { rowActions } from '../../components/data-table/row-actions.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import { notifyAgency } from '../../components/messages/notify.ts'
import { TitledCard } from '../../components/titled-card.tsx'
import { useNow } from '../../lib/use-now.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { useStableOrder } from '../../lib/use-stable-order.ts'
import { Button } from '../../ui/button.tsx'
import { StatusChip, type ChipStyle } from '../../ui/status-chip.tsx'
import styles from './marketplace.module.css'
import { marketplaceMessages } from './messages.ts'
import { type RegistrationRow, toRows } from './registration-rows.ts'
import { failureText } from '../../lib/requests/query.ts'

const chips: Readonly<Record<RegistrationStatus, ChipStyle>> = {
  Expired: { role: 'warn', icon: CircleOff },
  Pending: { role: 'info', icon: CircleDashed },
  Registered: { role: 'ok', icon: CircleCheck },
}

/** Actions on a registration, supplied by the card to its table. */
interface RegistrationActions {
  reactivate: (initials: string) => void
  /** Initials of the registrations being reactivated. */
  reactivating: readonly string[]
}

const [RegistrationActionsContext, useRegistrationActions] = rowActions<RegistrationActions>('registrations')

function ActionsCell({ row }: { row: RegistrationRow }) {
  const { reactivate, reactivating } = useRegistrationActions()
  const { initials, email, confirmationCode, status } = row
  return (
    <span className={styles.actions}>
      {confirmationCode !== '' && (
        <CopyButton text={`${email} ${confirmationCode}`} what={`code and email of ${initials}`} />
      )}
      {status === 'Expired' && (
        <Button
          icon={<RotateCcw aria-hidden="true" />}
          aria-label={`Reactivate ${initials}`}
          busy={reactivating.includes(initials)}
          onClick={() => reactivate(initials)}
        >
          Reactivate
        </Button>
      )}
    </span>
  )
}

const col = column<RegistrationRow>()

const registrationTable = defineTable<RegistrationRow>({
  id: 'marketplace-registrations',
  caption: 'Marketplace registrations',
  sizes: [10],
  rowId: ({ initials }) => initials,
  columns: [
    col('initials', { header: 'Initials', width: 96, figures: true, rowHeader: true }),
    col('email', {
      header: 'Email',
      width: 240,
      flex: true,
      cell: ({ email }) => <CopiedEmail address={email} />,
    }),
    col('status', {
      header: 'Status',
      width: 248,
      value: ({ status }) => registrationStatuses.indexOf(status),
      cell: ({ status, countdown }) => (
        <span className={styles.status}>
          <StatusChip {...chips[status]} label={status} />
          {countdown !== null && <span className={styles.muted}>{countdown}</span>}
        </span>
      ),
    }),
    col('confirmationCode', {
      header: 'Code',
      width: 136,
      figures: true,
      cell: ({ confirmationCode, initials }) =>
        confirmationCode === '' ? '' : <CopiedText text={confirmationCode} what={`code of ${initials}`} />,
    }),
    controlColumn('actions', {
      header: 'Actions',
      width: 192,
      cell: (row) => <ActionsCell row={row} />,
    }),
  ],
})

interface RegistrationsCardProps {
  agencyId: number
  query: UseQueryResult<Registration[]>
}

const toInitials = ({ initials }: RegistrationRow): string => initials

/**
 * Registrations, judged by the server's clock, so that a row turns Expired without a reload; it keeps its place, and so
 * does one that is reactivated, until the list is refreshed.
 */
export function RegistrationsCard({ agencyId, query }: RegistrationsCardProps) {
  const binding = useLocalTable(registrationTable)
  const now = useNow(5)
  const rows = useMemo(() => query.data && toRows(query.data, Date.parse(now)), [query.data, now])
  const { listed, renew } = useStableOrder(rows, toInitials)
  const reload = () => void query.refetch({ cancelRefetch: false }).then(renew)
  const { run, sending } = useSend(marketplace.extend, { rereads: [marketplace.registrations.module] })
  const reactivating = sending.map(({ initials }) => initials)
  async function reactivate(initials: string) {
    const outcome = await run({ agencyId, initials })
    if (outcome.kind === 'ok') notifyAgency.ok(marketplaceMessages.reactivated)
    else notifyAgency.error(toSentence(outcome, marketplaceMessages.wentWrong))
  }
  const actions = { reactivating, reactivate: (initials: string) => void reactivate(initials) }
  return (
    <TitledCard title="Pending registrations" id="marketplace-registrations">
      <RegistrationActionsContext value={actions}>
        <DataTable
          {...binding}
          {...tableQuery(query, listed, failureText(query.error, marketplaceMessages.wentWrong))}
          onRetry={reload}
          onRefresh={reload}
          rowCopy={({ email }) => email}
          empty={{ text: marketplaceMessages.noData }}
        />
      </RegistrationActionsContext>
    </TitledCard>
  )
}
