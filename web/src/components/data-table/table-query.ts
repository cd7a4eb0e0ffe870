import type { UseQueryResult } from '@tanstack/react-query'
import { failedRequestId } from '../../lib/requests/query.ts'

/**
 * DataTable props for a query and its rows; `text`: why it failed, or null. A query that asks for nothing yet has no
 * Refresh.
 */
export function tableQuery<Row extends object>(
  query: Pick<
    UseQueryResult,
    'isEnabled' | 'isFetched' | 'isFetching' | 'error' | 'errorUpdatedAt' | 'refetch'
  >,
  rows: readonly Row[] | undefined,
  text: string | null,
) {
  // Joins a load in flight, so that impatient presses do not restart it.
  const reload = (): void => void query.refetch({ cancelRefetch: false })
  return {
    rows,
    loading: query.isFetching,
    error: text,
    requestId: failedRequestId(query.error),
    failedAt: query.errorUpdatedAt,
    onRetry: reload,
    onRefresh: query.isEnabled || query.isFetched ? reload : undefined,
  }
}
