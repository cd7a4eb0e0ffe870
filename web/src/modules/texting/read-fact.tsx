import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useReadRetry } from '../../components/loading/use-retry.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import styles from './texting-tab.module.css'

interface ReadFactProps {
  query: UseQueryResult
  /** What is wrong if it could not be read. */
  toText: (error: Error) => string
  children: ReactNode
}

/** A fact that is read; or that it is being read; or why it could not be, and a way to try again. */
export function ReadFact({ query, toText, children }: ReadFactProps) {
  const { data, error } = query
  const text = data === undefined && error !== null ? toText(error) : null
  const { failure, retrying, retry } = useReadRetry(query, text)
  if (failure !== null)
    return (
      <div className={styles.unread}>
        <Problem>{failure}</Problem>
        <Button busy={retrying} onClick={retry}>
          Try again
        </Button>
      </div>
    )
  return data === undefined ? <output>Loading…</output> : children
}
