import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

interface Failure {
  text: string
  /** Id of the request, if the server answered. */
  requestId: string | null
}

interface Load {
  /** Why the last load failed, or null; also null while it is tried again. */
  failure: Failure | null
  /** When the last load failed, which tells this read from another that takes its place. */
  failedAt: number | undefined
  /** True until there is an answer. */
  loading: boolean
  onRetry: () => void
}

/**
 * A failed load that is tried again: its failure stays meanwhile, and with it the pressed button, which is busy. A
 * person who retries with the keyboard presses it again if that fails too. With `failedAt` it also stays while it is
 * loaded again without being asked to, for example because of a live hint.
 */
export function useRetry({ failure, failedAt, loading, onRetry }: Load) {
  const [last, setLast] = useState<{ failure: Failure; at: number } | null>(null)
  if (failure !== null && failedAt !== undefined && last?.at !== failedAt) setLast({ failure, at: failedAt })
  const kept = loading && last?.at === failedAt ? (last?.failure ?? null) : null
  const [tried, setTried] = useState<(Failure & { hasBegun: boolean }) | null>(null)
  const isAsking = failure === null
  // It has ended: by an answer, or by another failure.
  if (tried !== null && (isAsking ? !loading : tried.hasBegun)) setTried(null)
  else if (tried !== null && isAsking && !tried.hasBegun) setTried({ ...tried, hasBegun: true })
  function retry() {
    setTried(failure && { ...failure, hasBegun: false })
    onRetry()
  }
  return { failure: failure ?? tried ?? kept, retrying: isAsking && tried !== null, retry }
}

type Read = Pick<UseQueryResult, 'data' | 'isFetching' | 'errorUpdatedAt'> & {
  refetch: () => Promise<unknown>
}

/**
 * The same for a read of a small part of a screen; `text`: why it failed, or null. Its failure also stays while it is
 * read again without being asked to, for example because of a live hint.
 */
export function useReadRetry({ data, isFetching, errorUpdatedAt, refetch }: Read, text: string | null) {
  const [last, setLast] = useState<{ text: string; at: number } | null>(null)
  const [isAsked, setAsked] = useState(false)
  if (text !== null && (last?.text !== text || last.at !== errorUpdatedAt))
    setLast({ text, at: errorUpdatedAt })
  // The time tells this read from another that takes its place.
  const kept = data === undefined && isFetching && last?.at === errorUpdatedAt ? last.text : null
  function retry() {
    setAsked(true)
    void refetch().finally(() => setAsked(false))
  }
  return { failure: text ?? kept, retrying: isAsked, retry }
}
