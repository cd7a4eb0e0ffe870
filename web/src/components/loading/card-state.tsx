import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './card-state.module.css'
import { Problem } from '../../ui/problem.tsx'
import { RequestId } from './request-id.tsx'
import { useRetry } from './use-retry.ts'

export interface CardStateProps {
  /** What is being loaded: ‘users’. */
  what: string
  /** True until the first answer. */
  loading: boolean
  /** Sentence for the failed load, or null. */
  error: string | null
  /** Id of the failed request; null or omitted if there is none. */
  requestId?: string | null
  /** When the last load failed: a failure stays while it is loaded again unasked. Omitted: only while tried again. */
  failedAt?: number
  onRetry: () => void
  /** Shown instead of the content when there is none; null otherwise. */
  empty?: string | null
  /** Number of grey lines while loading. */
  lines?: number | undefined
  children: ReactNode
}

/** Grey lines in place of what is being loaded. */
export function Waiting({ what, lines = 3 }: Pick<CardStateProps, 'what' | 'lines'>) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.bone} data-width={line % 3} aria-hidden="true" />
      ))}
      <output className={styles.words}>Loading {what}…</output>
    </div>
  )
}

/** The content of a card, or its loading, failed or empty state. */
export function CardState({
  what,
  loading,
  error,
  requestId = null,
  failedAt,
  onRetry,
  empty = null,
  lines,
  children,
}: CardStateProps) {
  const last = error === null ? null : { text: error, requestId }
  const { failure, retrying, retry } = useRetry({ failure: last, failedAt, loading, onRetry })
  if (failure !== null) {
    return (
      <div className={styles.state}>
        <Problem>{failure.text}</Problem>
        <RequestId id={failure.requestId} />
        <Button busy={retrying} onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  if (loading) return <Waiting what={what} lines={lines} />
  return empty === null ? children : <p className={styles.empty}>{empty}</p>
}
