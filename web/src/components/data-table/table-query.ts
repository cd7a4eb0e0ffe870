import type { UseQueryResult } from '@tanstack/react-query'
import { failedRequestId, failureText } from '../../lib/requests/query.ts'

/**
 * DataTable props for a query and its rows. `unclear` is the failure text if the server sends no sentence. A query
 * that asks for nothing yet has no Refresh.
 */
export function tableQuery<Row extends object>(
  query: Pick<
    UseQueryResult,
    'isEnabled' | 'isFetched' | 'isFetching' | 'error' | 'errorUpdatedAt' | 'refetch'
  >,
  rows: readonly Row[] | undefined,
  unclear: string,
) {
  // Joins a load in flight, so that impatient presses do not restart it.
  const reload = (): void => void query.refetch({ cancelRefetch: false })
  return {
    rows,
    loading: query.isFetching,
    error: failureText(query.error, unclear),
    requestId: failedRequestId(query.error),
    failedAt: query.errorUpdatedAt,
    onRetry: reload,
    onRefresh: query.isEnabled || query.isFetched ? reload : undefined,
  }
}
