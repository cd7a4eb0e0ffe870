import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { pageQuery } from './log-pages.ts'
import { pageOfLine, pagesBetween } from './log-windows.ts'

const room = agencyFiles.logLines

/** The lines of a log that are looked at; the others are not fetched. */
export function useLogLines(agencyId: number, name: string, first: number, last: number) {
  const queries = useQueryClient()
  const pages = useMemo(() => pagesBetween(first, last), [first, last])
  const loaded = useQueries({ queries: pages.map((from) => pageQuery(agencyId, name, from)) })
  const version = loaded.find(({ data }) => data)?.data?.version
  const isMixed = loaded.some(({ data }) => data && data.version !== version)
  useEffect(() => {
    // Pages of two versions of the log must not stand beside one another.
    if (isMixed) void queries.invalidateQueries({ queryKey: [room.room, room.name] })
  }, [isMixed, queries])
  return {
    /** A line's text; undefined while it is on its way. */
    lineAt: (line: number): string | undefined =>
      loaded[pages.indexOf(pageOfLine(line))]?.data?.lines[line - pageOfLine(line)],
    error: loaded.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(loaded.filter(({ error }) => error).map(({ refetch }) => refetch())),
  }
}
