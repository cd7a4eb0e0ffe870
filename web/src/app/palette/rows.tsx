import { padAgencyId } from '@agency-support/contract/ids'
import { ExternalLink, Lock } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { usePreferences } from '../../components/preferences.ts'
import { inSections } from './entries.ts'
import type { Entry } from './entry.ts'
import styles from './palette.module.css'

/** The rows of the palette. */
export interface Listed {
  rows: readonly Entry[]
  /** Index of the marked row. */
  index: number
}
export const nothing: Listed = { rows: [], index: 0 }

interface RowsProps extends Listed {
  id: string
  onChoose: (entry: Entry) => void
}

/** The rows under the headings of their kinds; the field keeps focus and keys. */
export const Rows = memo(function Rows({ id, rows, index, onChoose }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const choose = useEffectEvent((at: number) => {
    const entry = rows[at]
    if (entry !== undefined) onChoose(entry)
  })
  useEffect(() => {
    const box = list.current
    // Focus and keys stay with the field; the list handles only the pointer.
    const keepFocus = (event: Event) => event.preventDefault()
    const onClick = (event: Event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null
      if (row !== null) choose(Number(row.dataset['at']))
    }
    box?.addEventListener('mousedown', keepFocus)
    box?.addEventListener('click', onClick)
    return () => {
      box?.removeEventListener('mousedown', keepFocus)
      box?.removeEventListener('click', onClick)
    }
  }, [])
  // Not on every keystroke, because it forces a layout.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.rows}>
      {inSections(rows).map(({ name, first, entries }) => (
        <div key={first} role="group" aria-label={name}>
          <p className={styles.section} aria-hidden="true">
            {name}
          </p>
          {entries.map((entry, nth) => (
            <Row
              key={rowKey(entry)}
              entry={entry}
              heading={name}
              id={id}
              at={first + nth}
              isMarked={first + nth === index}
            />
          ))}
        </div>
      ))}
    </div>
  )
})

/** The row of an id that is being typed stays the same one while digits are added. */
const rowKey = ({ id, go }: Entry): string => (go.to === 'agency' ? 'typed' : id)

interface RowProps {
  entry: Entry
  /** What it stands under. */
  heading: string
  id: string
  at: number
  isMarked: boolean
}

function Row({ entry, heading, id, at, isMarked }: RowProps) {
  const showsKeys = usePreferences().shortcuts
  return (
    <div id={`${id}-${at}`} role="option" aria-selected={isMarked} data-at={at} className={styles.row}>
      {entry.agencyId !== undefined && <span className={styles.id}>{padAgencyId(entry.agencyId)}</span>}
      <span className={styles.label} dir="auto">
        {entry.label}
      </span>
      {entry.locked !== null && <Lock role="img" aria-label="no permission" />}
      {entry.go.to === 'address' && entry.go.external === true && (
        <ExternalLink role="img" aria-label="opens a new tab" />
      )}
      {showsKeys && entry.keys !== undefined && <kbd aria-hidden="true">{entry.keys}</kbd>}
      {entry.kind !== heading && <span className={styles.kind}>{entry.kind}</span>}
    </div>
  )
}
