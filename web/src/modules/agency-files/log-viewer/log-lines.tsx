import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { failureText } from '../../../lib/query.ts'
import { fileMessages } from '../messages.ts'
import { LogRows, type LogRowsProps } from './log-rows.tsx'
import styles from './log-viewer.module.css'
import type { Part } from './log-windows.ts'
import { useLogLines } from './use-log-lines.ts'
import { type Target, useLogScroll } from './use-log-scroll.ts'

interface LogLinesProps extends Omit<LogRowsProps, 'scroll' | 'rowAt'> {
  agencyId: number
  name: string
  part: Part
  target: Target | null
}

/** The lines of one part of a log, fetched as they come into sight. */
export function LogLines({ agencyId, name, part, target, ...rows }: LogLinesProps) {
  const scroll = useLogScroll(part.lines, rows.wrap, target)
  const { items } = scroll
  const first = part.first + (items[0]?.index ?? 0)
  const last = part.first + (items.at(-1)?.index ?? -1)
  const { lineAt, error, retry } = useLogLines(agencyId, name, first, last)
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

/** What went wrong above the lines that are there. */
export function LogProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.problem}>
      <Problem>{text}</Problem>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
