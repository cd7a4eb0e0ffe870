import { useState } from 'react'
import { useWhenReady } from '../../../components/use-when-ready.ts'
import { stepTo } from './hit-steps.ts'
import type { LogView } from './log-toolbar.tsx'
import { partAt, partCount, partOfLine } from './log-windows.ts'
import type { Target } from './use-log-scroll.ts'

/** The position in the log: the visible part, and the line in it. */
interface Place {
  part: number
  /** The line last jumped to; null before that. */
  line: number | null
  target: Target | null
}

interface Given {
  totalLines: number
  look: LogView
  onLook: (change: Partial<LogView>) => void
}

/** The position in a log, and navigation in it. */
export function useLogPlace({ totalLines, look, onLook }: Given) {
  const [place, setPlace] = useState<Place>({ part: 0, line: null, target: null })
  const end = useEnd(totalLines, look.follow)
  const part = partAt(end?.part ?? place.part, totalLines)

  return {
    part,
    line: place.line,
    /** Scroll target among all lines, and among the filtered ones. */
    target: end?.target ?? place.target,
    filteredTarget: place.target,
    step(hits: readonly { line: number }[], by: 1 | -1) {
      const index = stepTo(hits, place.line ?? (by === 1 ? part.first - 1 : part.first + part.lines), by)
      const line = index === null ? undefined : hits[index]?.line
      if (index === null || line === undefined) return
      if (look.follow) onLook({ follow: false })
      const at = toPlace(line, totalLines)
      setPlace(look.level === '' ? at : { ...at, target: { index, align: 'center' } })
    },
    /** Jumps to a line among all lines. */
    goToLine(line: number) {
      onLook({ follow: false, level: '' })
      setPlace(toPlace(line, totalLines))
    },
    goToPart(index: number) {
      onLook({ follow: false })
      setPlace({ part: index, line: null, target: { index: 0, align: 'center' } })
    },
    change(next: Partial<LogView>) {
      // When the filter is removed, the current line stays visible.
      if (next.level === '' && place.line !== null) setPlace(toPlace(place.line, totalLines))
      else if (next.level !== undefined) setPlace({ ...place, target: null })
      onLook(next)
    },
  }
}

/** Steps once the text in the field has been searched for, by which time Enter may be long pressed. */
export function useStepByEnter(isAnswered: boolean, step: (by: 1 | -1) => void): (by: 1 | -1) => void {
  const next = useWhenReady(isAnswered, () => step(1))
  const previous = useWhenReady(isAnswered, () => step(-1))
  return (by) => (by === 1 ? next() : previous())
}

/** The position of a line among all lines. */
function toPlace(line: number, totalLines: number): Place {
  const part = partOfLine(line)
  return { part, line, target: { index: line - partAt(part, totalLines).first, align: 'center' } }
}

/** The last line while following the end: a new target each time the log grows. */
function useEnd(totalLines: number, follow: boolean): { part: number; target: Target } | null {
  const [end, setEnd] = useState<{ total: number; part: number; target: Target } | null>(null)
  if (!follow) return null
  if (end?.total === totalLines) return end
  const part = partCount(totalLines) - 1
  const made = {
    total: totalLines,
    part,
    target: { index: partAt(part, totalLines).lines - 1, align: 'end' as const },
  }
  setEnd(made)
  return made
}
