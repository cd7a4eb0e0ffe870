import type { ReactNode } from 'react'
import type { HelpTopic } from '../lib/help-topic.ts'
import { HelpTip } from './help/help-tip.tsx'
import styles from './page-header.module.css'
import { useArrival } from './keyboard/use-arrival.ts'

export interface PageHeaderProps {
  title: string
  /** Before the title: the back button. */
  back?: ReactNode
  help?: HelpTopic
  /** Next to the title: id, chips. */
  facts?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** The h1 of a screen. */
export function PageHeader({ title, back, help, facts, actions }: PageHeaderProps) {
  const heading = useArrival(title)
  return (
    <div className={styles.header}>
      {back}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {help !== undefined && <HelpTip topic={help} />}
      {facts}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
