import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

export interface TabsProps {
  /** Names the group for screen readers. */
  label: string
  /** `dimmed`: why a tab shows nothing of this place; it can be opened nevertheless. */
  tabs: readonly { id: string; label: string; dimmed?: string | null }[]
  chosen: string
  onChoose: (id: string) => void
  /** What a sign at the labels means; stands under the bar. */
  legend?: string | null
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs after the APG pattern: arrows move, Enter or Space opens, because opening fetches. */
export function Tabs({ label, tabs, chosen, onChoose, legend = null, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <Base.Root value={chosen} onValueChange={onChoose} className={styles.tabs}>
      <Base.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className={styles.tab}
            data-label={tab.label}
            data-dimmed={(tab.dimmed ?? null) !== null || undefined}
            data-tip={tab.dimmed ?? undefined}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {legend !== null && <p className={styles.legend}>{legend}</p>}
      <Base.Panel value={chosen} className={styles.panel}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
