import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from './announce.tsx'
import { HelpTip } from './help-tip.tsx'
import type { HelpTopicId } from './help-topics.ts'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  title: string
  help?: HelpTopicId
  /** Beside the title: id, chips. */
  facts?: ReactNode
  /** Buttons at the right end. */
  actions?: ReactNode
}

/** The h1 of a screen; it takes focus when the screen opens, unless a field asked for it. */
export function PageHeader({ title, help, facts, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    announce(title)
    const focused = document.activeElement
    const asked = focused instanceof HTMLInputElement && document.querySelector('main')?.contains(focused)
    if (!asked) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className={styles.header}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {help !== undefined && <HelpTip topic={help} />}
      {facts}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
