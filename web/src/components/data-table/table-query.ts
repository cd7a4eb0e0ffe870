import type { UseQueryResult } from '@tanstack/react-query'
import { failedRequestId, failureText } from '../../lib/query.ts'

/** What a table shows of a query and its rows; spread it into DataTable. `unclear` is said where the server gives no sentence. */
export function tableQuery<Row extends object>(
  query: Pick<UseQueryResult, 'isFetching' | 'error' | 'refetch'>,
  rows: readonly Row[] | undefined,
  unclear: string,
) {
  // A load under way is joined, so that impatient presses do not start it anew.
  const reload = (): void => void query.refetch({ cancelRefetch: false })
  return {
    rows,
    loading: query.isFetching,
    error: failureText(query.error, unclear),
    requestId: failedRequestId(query.error),
    onRetry: reload,
    onRefresh: reload,
  }
}
