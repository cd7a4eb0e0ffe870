import { type ReactNode, useId } from 'react'
import surface from '../../ui/surface.module.css'
import styles from './chart-frame.module.css'

export interface ChartFrameProps {
  title: string
  /** What the chart shows, in one line. */
  takeaway: string
  /** Buttons at the right end. */
  actions?: ReactNode
  children: ReactNode
}

/** A chart with its title and takeaway; the table with its numbers follows below. */
export function ChartFrame({ title, takeaway, actions, children }: ChartFrameProps) {
  const id = useId()
  return (
    <figure
      className={`${surface.card} ${styles.frame}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-takeaway`}
    >
      <figcaption className={styles.head}>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <p id={`${id}-takeaway`}>{takeaway}</p>
        </div>
        {actions}
      </figcaption>
      {children}
    </figure>
  )
}
