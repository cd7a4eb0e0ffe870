import type { KeyboardEvent } from 'react'
import { TextField } from '../../../ui/fields.tsx'
import { digits } from '../../../ui/masks.ts'
import { fullClientId, idLength } from './client-id.ts'

const mask = digits(idLength)

interface ClientIdFieldProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  disabledReason?: string | undefined
  /** Called on Enter with the id, padded with zeros. */
  onEnter?: (clientId: string) => void
  /** Called when the last digit is typed. */
  onFull?: () => void
}

/** A client id of eight digits; fewer are padded with zeros when the field loses focus. */
export function ClientIdField({ value, onChange, onEnter, onFull, ...rest }: ClientIdFieldProps) {
  // Not left to the form: with a disabled button it would ignore Enter.
  function onKeyDown(event: KeyboardEvent) {
    const full = fullClientId(value)
    if (event.key !== 'Enter' || onEnter === undefined) return
    event.preventDefault()
    if (full !== undefined) onEnter(full)
  }
  function onType(text: string) {
    onChange(text)
    if (text.length === idLength && value.length === idLength - 1) onFull?.()
  }
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onType}
      mask={mask}
      onKeyDown={onKeyDown}
      onBlur={() => onChange(fullClientId(value) ?? value)}
    />
  )
}
