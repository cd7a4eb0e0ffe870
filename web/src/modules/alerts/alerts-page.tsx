import type { SystemAlert } from '@agency-support/contract/modules/alerts'
import {
  alertPriorities,
  getAlertLabel,
  getAlertName,
  whyNotManageAlerts,
} from '@agency-support/contract/rules/alerts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useNewKey } from '../../components/keyboard/use-new-key.ts'
import { useReadRetry } from '../../components/loading/use-retry.ts'
import { useClientConfig } from '../../lib/environment.ts'
import { usePermissions } from '../../lib/profile.ts'
import { failureText, queryClient } from '../../lib/requests/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EdgeBanner } from '../../ui/edge-banner.tsx'
import { AlertActionsContext } from './alert-actions.ts'
import { AlertDetails } from './alert-details.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import styles from './alerts.module.css'
import { alertsTable, maxAlerts } from './alerts-table.tsx'
import { alertHelp } from './help.ts'
import { alertMessages } from './messages.ts'
import { alertsQuery, useAlertChanges } from './use-alerts.ts'

/** What is being edited: a new alert (null), or one of the list. */
type Editing = { alert: SystemAlert | null }

export const beginReads = (): void => void queryClient.prefetchQuery(alertsQuery)

/** Alerts that agencies see in their software: listing, sending and ending them. */
export function Page() {
  const provider = useClientConfig()?.providerName ?? ''
  const query = useQuery(alertsQuery)
  const changes = useAlertChanges()
  const whyNot = whyNotManageAlerts(usePermissions())
  const [editing, setEditing] = useState<Editing | null>(null)
  const { error, ...list } = tableQuery(query, query.data, failureText(query.error, alertMessages.unable))
  const read = useReadRetry(query, error)
  // In place of a list that never came; beside one that stays it must move nothing.
  const ReadFailure = query.data === undefined ? Banner : EdgeBanner
  return (
    <>
      <PageHeader
        title={`${provider} Alerts Administration`.trim()}
        help={alertHelp[1014]}
        actions={<AddButton whyNot={whyNot} onAdd={() => setEditing({ alert: null })} />}
      />
      <div className={styles.page}>
        <ActiveAlerts
          list={list}
          whyNot={whyNot}
          changes={changes}
          onEdit={(alert) => setEditing({ alert })}
        />
        {/* While the dialog is open, it shows its failures itself. */}
        {editing === null && changes.failure !== null && (
          <EdgeBanner kind="bad">{alertMessages.banner(changes.failure)}</EdgeBanner>
        )}
        {read.failure !== null && (
          <ReadFailure
            kind="bad"
            action={
              <Button busy={read.retrying} onClick={read.retry}>
                Try again
              </Button>
            }
          >
            {alertMessages.banner(read.failure)}
          </ReadFailure>
        )}
      </div>
      {editing !== null && (
        <AlertDialog
          alert={editing.alert}
          saving={changes.saving}
          failure={changes.failure}
          onSave={changes.save}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function AddButton({ whyNot, onAdd }: { whyNot: string | undefined; onAdd: () => void }) {
  useNewKey('New alert', onAdd, whyNot)
  return (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} disabledReason={whyNot} onClick={onAdd}>
      Add alert
    </Button>
  )
}

interface ActiveAlertsProps {
  list: Omit<ReturnType<typeof tableQuery<SystemAlert>>, 'error'>
  whyNot: string | undefined
  changes: ReturnType<typeof useAlertChanges>
  onEdit: (alert: SystemAlert) => void
}

/** The table; a failed load is shown only in the banner. */
function ActiveAlerts({ list, whyNot, changes, onEdit }: ActiveAlertsProps) {
  const binding = useAddressTable(alertsTable)
  const confirm = useConfirm()
  const { rows, loading } = list

  async function resolve(alert: SystemAlert) {
    if (await confirm(getQuestion(alert))) await changes.resolve(alert)
  }
  if (rows === undefined && !loading) return null
  return (
    <AlertActionsContext
      value={{ whyNot, resolving: changes.resolving, edit: onEdit, resolve: (alert) => void resolve(alert) }}
    >
      <div className={styles.table}>
        <h2 className={styles.heading}>{alertsTable.caption}</h2>
        {loading && rows === undefined && <output className={styles.overlay}>Loading alerts…</output>}
        <DataTable
          {...binding}
          {...list}
          error={null}
          rowName={getAlertName}
          expand={(alert) => <AlertDetails alert={alert} />}
          empty={{ text: alertMessages.empty }}
          pagerAbove={maxAlerts}
        />
      </div>
    </AlertActionsContext>
  )
}

function getQuestion(alert: SystemAlert) {
  return {
    title: 'Resolve this alert?',
    subject: getAlertName(alert),
    body: `Priority ${getAlertLabel(alertPriorities, alert.priority)}. It is gone for every agency that sees it now, and cannot be brought back.`,
    confirmLabel: 'Resolve',
    danger: true,
  }
}
