import type { SystemAlert } from '@agency-support/contract/modules/alerts'
import {
  alertCategories,
  alertFeatures,
  getAffected,
  getAlertLabel,
  getAlertName,
} from '@agency-support/contract/rules/alerts'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { Button } from '../../ui/button.tsx'
import { useAlertActions } from './alert-actions.ts'
import styles from './alerts.module.css'
import { PriorityChip } from './priority-chip.tsx'

const col = column<SystemAlert>()

/** More than are ever active at once, so that all fit on one page. */
export const maxAlerts = 1_000

function Actions({ alert }: { alert: SystemAlert }) {
  const { whyNot, resolving, edit, resolve } = useAlertActions()
  const name = <span className="sr-only"> {getAlertName(alert)}</span>
  return (
    <span className={styles.actions} data-tip={whyNot}>
      <Button disabledReason={whyNot} quietReason onClick={() => edit(alert)}>
        Edit{name}
      </Button>
      <Button
        disabledReason={whyNot}
        quietReason
        busy={resolving.includes(alert.guid)}
        onClick={() => resolve(alert)}
      >
        Resolve{name}
      </Button>
    </span>
  )
}

/** The active alerts (spec-002 §2), newest first. */
export const alertsTable = defineTable<SystemAlert>({
  id: 'alerts',
  caption: 'Active Alerts',
  sizes: [maxAlerts],
  sort: { id: 'startTime', desc: true },
  rowId: ({ guid }) => guid,
  columns: [
    col('feature', {
      header: 'Feature',
      width: 96,
      rowHeader: true,
      cell: ({ feature }) => getAlertLabel(alertFeatures, feature),
    }),
    col('priority', {
      header: 'Priority',
      width: 112,
      cell: ({ priority }) => <PriorityChip priority={priority} />,
    }),
    col('category', {
      header: 'Category',
      width: 128,
      sortable: false,
      cell: ({ category }) => getAlertLabel(alertCategories, category),
    }),
    col('affected', { header: 'Affected', width: 142, flex: true, sortable: false, value: getAffected }),
    timeColumn('startTime', { header: 'Start', width: 196, format: 'MM/DD/YYYY h:mm:ss a' }),
    timeColumn('endTime', { header: 'End', width: 84, format: 'MM/DD/YYYY h:mm:ss a' }),
    controlColumn('actions', {
      header: 'Actions',
      width: 176,
      cell: (alert) => <Actions alert={alert} />,
    }),
  ],
})
