import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMedia } from './use-media.ts'
import fields from './fields.module.css'
import styles from './tabs.module.css'

export interface TabsProps {
  /** Accessible name of the group. */
  label: string
  /** `dimmed`: why the tab does not apply here; it can still be opened. `widest`: the label that it has room for. */
  tabs: readonly { id: string; label: string; widest?: string; dimmed?: string | null }[]
  chosen: string
  onChoose: (id: string) => void
  /** Explains a sign in the labels; shown below the bar. */
  legend?: string | null
  /** The panel of the chosen tab. */
  children: ReactNode
}

/**
 * Tabs by the APG pattern with manual activation: arrows move, Enter or Space opens, because opening fetches data. In a
 * narrow window, where most would be out of sight, they are a select. The panel stays the same when that changes.
 */
export function Tabs({ label, tabs, chosen, onChoose, legend = null, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const isNarrow = useMedia('(width < 48em)')
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <Base.Root value={chosen} onValueChange={onChoose} className={styles.tabs}>
      {isNarrow ? (
        <select
          className={`${fields.select} ${styles.select}`}
          aria-label={label}
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
        >
          {tabs.map((tab) => (
            <option key={tab.id} value={tab.id}>
              {tab.label}
            </option>
          ))}
        </select>
      ) : (
        <Base.List ref={list} className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.id}
              value={tab.id}
              className={styles.tab}
              data-label={tab.widest ?? tab.label}
              data-dimmed={(tab.dimmed ?? null) !== null || undefined}
              data-tip={tab.dimmed ?? undefined}
            >
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
      )}
      {legend !== null && <p className={styles.legend}>{legend}</p>}
      <Base.Panel
        value={chosen}
        className={styles.panel}
        {...(isNarrow && { role: 'region', 'aria-label': tabs.find(({ id }) => id === chosen)?.label })}
      >
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
