import { useRef, useState } from 'react'
import { announce } from '../../../components/messages/announce.tsx'
import { NumberField } from '../../../ui/fields.tsx'
import { useShortcuts } from '../../../components/keyboard/shortcuts.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import styles from './log-viewer.module.css'
import { lineNear } from './log-windows.ts'

interface GoToLineProps {
  totalLines: number
  onLine: (line: number) => void
}

/** Enough digits for any log. */
const digits = 10

/** Goes to a line of the log by its number, or to the nearest one. */
export function GoToLine({ totalLines, onLine }: GoToLineProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')

  function enter() {
    // Select before focusing: a field selected on focus stays selected when its text changes.
    field.current?.setSelectionRange(0, field.current.value.length)
    field.current?.focus()
  }
  useShortcuts([{ keys: 'l', label: 'Go to a line', group: 'Log', run: enter }])

  function go() {
    const line = lineNear(Number(text), totalLines)
    setText(String(line))
    announce(`Line ${formatNumber(line)}`)
    onLine(line)
  }
  return (
    <div className={styles.line}>
      <NumberField
        ref={field}
        name="line"
        label="Go to line"
        autoComplete="off"
        digits={digits}
        value={text}
        onChange={setText}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && text !== '' && totalLines > 0) go()
        }}
      />
    </div>
  )
}
