import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { failureText } from '../../../lib/query.ts'
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
  const { lineAt, error, retry } = useLogLines(agencyId, name, { first, last }, shown)
  const problem = failureText(error, fileMessages.wentWrong)
  return (
    <>
      {problem !== null && <LogProblem text={problem} onRetry={retry} />}
      <LogRows
        {...rows}
        scroll={scroll}
        rowAt={(index) => ({ line: part.first + index, text: lineAt(part.first + index) })}
      />
    </>
  )
}

/** An error above the loaded lines. */
export function LogProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.problem}>
      <Problem>{text}</Problem>
      <Button onClick={onRetry}>Try again</Button>
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
  return {
    /** A line's text; undefined while loading. */
    lineAt: (line: number): string | undefined =>
      loaded[pages.indexOf(pageOfLine(line))]?.data?.lines[line - pageOfLine(line)],
    error: loaded.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(loaded.filter(({ error }) => error).map(({ refetch }) => refetch())),
  }
}
