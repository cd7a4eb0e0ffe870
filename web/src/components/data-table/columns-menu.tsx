import { Columns3, Minus, Plus } from 'lucide-react'
import { memo } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Popover } from '../../ui/popover.tsx'
import { preferences, usePreferences } from '../preferences.ts'
import { type Column, minColumnWidth, type Table } from './column.ts'
import styles from './toolbar.module.css'

const step = 24

interface LineProps<Row> {
  column: Column<Row>
  shown: boolean
  onShow: (on: boolean) => void
  onWiden: (by: number) => void
}

function Line<Row>({ column, shown, onShow, onWiden }: LineProps<Row>) {
  return (
    <li>
      {column.hideable ? (
        <Checkbox
          label={column.header}
          visibleLabel
          checked={shown}
          onChange={(event) => onShow(event.target.checked)}
        />
      ) : (
        <span className={styles.fixed}>{column.header}</span>
      )}
      <span>
        <IconButton
          label={`${column.header}: narrower`}
          icon={<Minus aria-hidden="true" />}
          onClick={() => onWiden(-step)}
        />
        <IconButton
          label={`${column.header}: wider`}
          icon={<Plus aria-hidden="true" />}
          onClick={() => onWiden(step)}
        />
      </span>
    </li>
  )
}

function ColumnsMenuInner<Row>({ table }: { table: Table<Row> }) {
  const { hidden = [], widths = {} } = usePreferences().tables[table.id] ?? {}

  function widen({ id, width }: Column<Row>, by: number) {
    const next = Math.max(minColumnWidth, (widths[id] ?? width) + by)
    preferences.setTable(table.id, { widths: { ...widths, [id]: next } })
  }
  function show(id: string, on: boolean) {
    preferences.setTable(table.id, { hidden: on ? hidden.filter((other) => other !== id) : [...hidden, id] })
  }

  return (
    <Popover
      label="Columns"
      role="dialog"
      className={styles.menu}
      trigger={<IconButton label="Columns" icon={<Columns3 aria-hidden="true" />} />}
    >
      <ul className={styles.columns} aria-label="Columns">
        {table.columns.map((column) => (
          <Line
            key={column.id}
            column={column}
            shown={!hidden.includes(column.id)}
            onShow={(on) => show(column.id, on)}
            onWiden={(by) => widen(column, by)}
          />
        ))}
      </ul>
      <Button variant="quiet" onClick={() => preferences.setTable(table.id, { hidden: [], widths: {} })}>
        Reset columns
      </Button>
    </Popover>
  )
}

/**
 * Shows, hides and resizes columns without dragging. Stored per table; memoised, so that it does not re-render on
 * every letter of a search.
 */
export const ColumnsMenu = memo(ColumnsMenuInner) as typeof ColumnsMenuInner
