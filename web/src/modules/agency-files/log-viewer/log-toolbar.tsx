import { type LogLevel, logLevels } from '@agency-support/contract/rules/agency-files'
import { ArrowDown, ArrowDownToLine, ArrowUp, RefreshCw, WrapText } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { useShortcuts } from '../../../components/keyboard/shortcuts.ts'
import { GoToLine } from './go-to-line.tsx'
import styles from './log-viewer.module.css'

export interface LogView {
  text: string
  level: LogLevel | ''
  wrap: boolean
  follow: boolean
}

interface LogToolbarProps {
  look: LogView
  onLook: (change: Partial<LogView>) => void
  /** ‘3 of 128’; empty without a search. */
  found: string
  /** Why stepping is disabled; undefined if it is not. */
  noStep: string | undefined
  onStep: (by: 1 | -1) => void
  /** The same by Enter, which may come before the answer. */
  onEnter: (by: 1 | -1) => void
  totalLines: number
  onLine: (line: number) => void
  onRefresh: () => void
  refreshing: boolean
}

const levelChoices = [
  { value: '', label: 'All lines' },
  ...logLevels.map((level) => ({
    value: level,
    label: level === 'error' ? 'Error' : `${level.charAt(0).toUpperCase()}${level.slice(1)} and worse`,
  })),
]

/** View options of a log: search, filter, wrap, follow, reload. */
export function LogToolbar(props: LogToolbarProps) {
  const { look, onLook, found, noStep, onStep, onEnter } = props
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', label: 'Search the log', group: 'Log', run: () => field.current?.focus() }])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') onEnter(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') onLook({ text: '' })
  }
  return (
    <div className={styles.toolbar} role="search" aria-label="Search the log">
      <TextField
        ref={field}
        name="search"
        label="Search"
        type="search"
        maxLength={200}
        value={look.text}
        onChange={(text) => onLook({ text })}
        onKeyDown={onKeyDown}
      />
      <IconButton
        label="Previous match"
        icon={<ArrowUp aria-hidden="true" />}
        disabledReason={noStep}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="Next match"
        icon={<ArrowDown aria-hidden="true" />}
        disabledReason={noStep}
        onClick={() => onStep(1)}
      />
      <output className={styles.found}>{found}</output>
      <SelectField
        name="level"
        label="Level"
        value={look.level}
        choices={levelChoices}
        onChange={(chosen) => onLook({ level: logLevels.find((level) => level === chosen) ?? '' })}
      />
      <GoToLine totalLines={props.totalLines} onLine={props.onLine} />
      <LogSwitches {...props} />
    </div>
  )
}

type LogSwitchesProps = Pick<LogToolbarProps, 'look' | 'onLook' | 'onRefresh' | 'refreshing'>

function LogSwitches({ look, onLook, onRefresh, refreshing }: LogSwitchesProps) {
  return (
    <span className={styles.end}>
      <IconButton
        label="Wrap lines"
        aria-pressed={look.wrap}
        icon={<WrapText aria-hidden="true" />}
        onClick={() => onLook({ wrap: !look.wrap })}
      />
      <IconButton
        label="Follow the end"
        aria-pressed={look.follow}
        icon={<ArrowDownToLine aria-hidden="true" />}
        onClick={() => onLook({ follow: !look.follow })}
      />
      <IconButton
        label="Refresh"
        icon={<RefreshCw aria-hidden="true" />}
        busy={refreshing}
        onClick={onRefresh}
      />
    </span>
  )
}
