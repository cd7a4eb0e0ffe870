import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './card.module.css'
import { subscriptionMessages } from './messages.ts'

/** Maximum highlighted matches; more would slow down the page. */
const maxMarks = 500

/** Focusable, so that keys can scroll the box. */
const reachable = { role: 'region', tabIndex: 0, 'aria-label': 'License' }

/** A license in its own scroll box, with wrapping and search. */
export function LicenseText({ text, isCut }: { text: string; isCut: boolean }) {
  const [wraps, setWraps] = useState(false)
  const [sought, setSought] = useState('')
  const [current, setCurrent] = useState(0)
  const found = useMemo(() => findAll(text, sought), [text, sought])
  const box = useRef<HTMLPreElement>(null)
  useEffect(() => {
    const mark = box.current?.querySelector<HTMLElement>('mark[data-current]')
    // Scrolls only the box, not the page.
    if (mark && box.current) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 2
  }, [found, current])
  const seek = (next: string) => {
    setSought(next)
    setCurrent(0)
  }
  const step = (by: number) => {
    const marked = Math.min(found.length, maxMarks)
    if (marked > 0) setCurrent((current + by + marked) % marked)
  }
  return (
    <>
      {isCut && <p className={styles.cut}>{subscriptionMessages.cut}</p>}
      <div className={styles.find}>
        <Find sought={sought} onSeek={seek} onStep={step} />
        <output>{countText(sought, found.length, current)}</output>
        <Checkbox
          label="Wrap"
          visibleLabel
          checked={wraps}
          onChange={(event) => setWraps(event.target.checked)}
        />
      </div>
      <pre {...reachable} ref={box} className={styles.license} data-wraps={wraps || undefined}>
        {withMarks(text, found.slice(0, maxMarks), sought.length, current)}
      </pre>
    </>
  )
}

interface FindProps {
  sought: string
  onSeek: (sought: string) => void
  /** Goes to the next or previous match. */
  onStep: (by: 1 | -1) => void
}

/** The search field: Enter for the next match, Shift-Enter for the previous, Esc clears. */
function Find({ sought, onSeek, onStep }: FindProps) {
  const id = useId()
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') onSeek('')
  }
  return (
    <>
      <label htmlFor={id}>Find</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={sought}
        onChange={(event) => onSeek(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Previous match" icon={<ArrowUp aria-hidden="true" />} onClick={() => onStep(-1)} />
      <IconButton label="Next match" icon={<ArrowDown aria-hidden="true" />} onClick={() => onStep(1)} />
    </>
  )
}

function countText(sought: string, found: number, current: number): string {
  if (sought === '') return ''
  if (found === 0) return 'Not found'
  const all = found > maxMarks ? `${maxMarks} of ${found}` : String(found)
  return `${current + 1} of ${all}`
}

function withMarks(text: string, starts: readonly number[], length: number, current: number): ReactNode {
  if (starts.length === 0) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const [index, start] of starts.entries()) {
    parts.push(
      text.slice(at, start),
      <mark key={start} data-current={index === current || undefined}>
        {text.slice(start, start + length)}
      </mark>,
    )
    at = start + length
  }
  return [...parts, text.slice(at)]
}

/** Start positions of all case-insensitive matches, in order and not overlapping; empty for an empty text. */
export function findAll(text: string, sought: string): number[] {
  if (sought === '') return []
  const pattern = new RegExp(sought.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'gi')
  return [...text.matchAll(pattern)].map(({ index }) => index)
}
