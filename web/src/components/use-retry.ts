import { useState } from 'react'

interface Failure {
  text: string
  /** Id of the request, if the server answered. */
  requestId: string | null
}

interface Load {
  /** Why the last load failed, or null; also null while it is tried again. */
  failure: Failure | null
  /** True until there is an answer. */
  loading: boolean
  onRetry: () => void
}

/**
 * A failed load that is tried again: its failure stays meanwhile, and with it the pressed button, which is busy. A
 * person who retries with the keyboard presses it again if that fails too.
 */
export function useRetry({ failure, loading, onRetry }: Load) {
  const [tried, setTried] = useState<(Failure & { hasBegun: boolean }) | null>(null)
  const isAsking = failure === null
  // It has ended: by an answer, or by another failure.
  if (tried !== null && (isAsking ? !loading : tried.hasBegun)) setTried(null)
  else if (tried !== null && isAsking && !tried.hasBegun) setTried({ ...tried, hasBegun: true })
  function retry() {
    setTried(failure && { ...failure, hasBegun: false })
    onRetry()
  }
  return { failure: failure ?? tried, retrying: isAsking && tried !== null, retry }
}

/** The same for a read of a small part of a screen; `text`: why there are no data, or null. */
export function useReadRetry(
  { data, refetch }: { data: unknown; refetch: () => Promise<unknown> },
  text: string | null,
) {
  const { failure, ...rest } = useRetry({
    failure: text === null ? null : { text, requestId: null },
    loading: data === undefined,
    onRetry: () => void refetch(),
  })
  return { ...rest, failure: failure?.text ?? null }
}
