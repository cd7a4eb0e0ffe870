import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useReadRetry } from '../../../components/loading/use-retry.ts'
import { failureText } from '../../../lib/requests/query.ts'
import { fileMessages } from '../messages.ts'
import { LogRows, type LogRowsProps } from './log-rows.tsx'
import styles from './log-viewer.module.css'
import { pageOfLine, pagesBetween, type Part } from './log-windows.ts'
import { type Target, useLogScroll } from './use-log-scroll.ts'
import { pageQuery } from './log-pages.ts'
import { type ShownVersion, useOneVersion } from './use-one-version.ts'

interface LogLinesProps extends Omit<LogRowsProps, 'scroll' | 'rowAt'> {
  agencyId: number
  name: string
  part: Part
  shown: ShownVersion
  target: Target | null
}

/** The lines of one part of a log, fetched as they come into sight. */
export function LogLines({ agencyId, name, part, shown, target, ...rows }: LogLinesProps) {
  const scroll = useLogScroll(part.lines, { wrap: rows.wrap, target })
  const { items } = scroll
  const first = part.first + (items[0]?.index ?? 0)
  const last = part.first + (items.at(-1)?.index ?? -1)
  const { lineAt, read } = useLogLines(agencyId, name, { first, last }, shown)
  return (
    <>
      <LogProblem read={read} />
      <LogRows
        {...rows}
        scroll={scroll}
        rowAt={(index) => ({ line: part.first + index, text: lineAt(part.first + index) })}
      />
    </>
  )
}

interface LogProblemProps {
  read: Parameters<typeof useReadRetry>[0] & { error: Error | null }
}

/** An error above the loaded lines, if there is one. */
export function LogProblem({ read }: LogProblemProps) {
  const { failure, retrying, retry } = useReadRetry(read, failureText(read.error, fileMessages.wentWrong))
  if (failure === null) return null
  return (
    <div className={styles.problem}>
      <Problem>{failure}</Problem>
      <Button busy={retrying} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

/** The lines of a log that are looked at; the others are not fetched. */
function useLogLines(
  agencyId: number,
  name: string,
  { first, last }: { first: number; last: number },
  shown: ShownVersion,
) {
  const pages = useMemo(() => pagesBetween(first, last), [first, last])
  const loaded = useQueries({ queries: pages.map((from) => pageQuery(agencyId, name, from)) })
  useOneVersion(
    loaded.map(({ data }) => data?.version),
    shown,
  )
  // Also those that are read again after a failure.
  const failed = loaded.filter(({ errorUpdatedAt, dataUpdatedAt }) => errorUpdatedAt > dataUpdatedAt)
  return {
    /** A line's text; undefined while loading. */
    lineAt: (line: number): string | undefined =>
      loaded[pages.indexOf(pageOfLine(line))]?.data?.lines[line - pageOfLine(line)],
    /** The reads that failed, as one. */
    read: {
      data: failed.length === 0 ? true : undefined,
      error: failed.find(({ error }) => error !== null)?.error ?? null,
      isFetching: failed.some(({ isFetching }) => isFetching),
      errorUpdatedAt: Math.max(0, ...failed.map(({ errorUpdatedAt }) => errorUpdatedAt)),
      refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
    },
  }
}
