import type { UseQueryResult } from '@tanstack/react-query'
import { failedRequestId } from '../../lib/requests/query.ts'

type Read = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdatedAt'> & {
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** CardState props for a query; `text`: why it failed, or null. What was read stays when it is read again in vain. */
export function cardQuery({ data, error, errorUpdatedAt, refetch }: Read, text: string | null) {
  const loading = data === undefined
  return {
    loading,
    error: loading ? text : null,
    requestId: failedRequestId(error),
    failedAt: errorUpdatedAt,
    // Joins a load in flight, so that impatient presses do not restart it.
    onRetry: () => void refetch({ cancelRefetch: false }),
  }
}
