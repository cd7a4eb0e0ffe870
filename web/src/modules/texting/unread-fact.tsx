import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import styles from './texting-tab.module.css'

interface UnreadFactProps {
  query: { isFetching: boolean; refetch: () => Promise<unknown> }
  /** What is wrong. */
  children: ReactNode
}

/** In place of a fact that could not be read: why, and a way to try again. */
export function UnreadFact({ query: { isFetching, refetch }, children }: UnreadFactProps) {
  return (
    <div className={styles.unread}>
      <Problem>{children}</Problem>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
