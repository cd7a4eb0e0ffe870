import { Popover } from '@mantine/core'
import { Columns3, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { preferences, usePreferences } from '../preferences.ts'
import type { Table } from './column.ts'
import styles from './toolbar.module.css'

const step = 24
const leastWidth = 56

/** Shows, hides, widens and narrows columns: the way for hands that do not drag. Kept per table. */
export function ColumnsMenu<Row>({ table }: { table: Table<Row> }) {
  const [opened, setOpened] = useState(false)
  const { hidden = [], widths = {} } = usePreferences().tables[table.id] ?? {}

  function setWidth(id: string, width: number) {
    preferences.setTable(table.id, { widths: { ...widths, [id]: Math.max(leastWidth, width) } })
  }
  function setShown(id: string, on: boolean) {
    preferences.setTable(table.id, { hidden: on ? hidden.filter((other) => other !== id) : [...hidden, id] })
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="none" trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          label="Columns"
          icon={<Columns3 aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label="Columns">
        <ul className={styles.columns}>
          {table.columns.map((column) => {
            const width = widths[column.id] ?? column.width
            return (
              <li key={column.id}>
                {column.hideable ? (
                  <Checkbox
                    label={column.header}
                    visibleLabel
                    checked={!hidden.includes(column.id)}
                    onChange={(event) => setShown(column.id, event.target.checked)}
                  />
                ) : (
                  <span className={styles.fixed}>{column.header}</span>
                )}
                <span>
                  <IconButton
                    label={`${column.header}: narrower`}
                    icon={<Minus aria-hidden="true" />}
                    onClick={() => setWidth(column.id, width - step)}
                  />
                  <IconButton
                    label={`${column.header}: wider`}
                    icon={<Plus aria-hidden="true" />}
                    onClick={() => setWidth(column.id, width + step)}
                  />
                </span>
              </li>
            )
          })}
        </ul>
        <Button variant="quiet" onClick={() => preferences.setTable(table.id, { hidden: [], widths: {} })}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
