import { type ReactNode, useId } from 'react'
import type { HelpTopic } from '../lib/help-topic.ts'
import { HelpTip } from './help/help-tip.tsx'
import surface from '../ui/surface.module.css'
import styles from './titled-card.module.css'

export interface TitledCardProps {
  title: string
  help?: HelpTopic
  /** Next to the title: a chip. */
  facts?: ReactNode
  /** Target of links to the card. */
  id?: string
  children: ReactNode
}

/** A box of a screen, named by its heading. */
export function TitledCard({ title, help, facts, id, children }: TitledCardProps) {
  const titleId = useId()
  return (
    <section id={id} className={surface.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {help !== undefined && <HelpTip topic={help} />}
        {facts}
      </div>
      {children}
    </section>
  )
}
