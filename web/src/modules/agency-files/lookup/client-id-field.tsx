import type { KeyboardEvent, Ref } from 'react'
import { TextField } from '../../../ui/fields.tsx'
import { digits } from '../../../ui/masks.ts'
import { fullClientId } from './client-id.ts'

const mask = digits(8)

interface ClientIdFieldProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  disabledReason?: string | undefined
  /** Called on Enter with the id, padded with zeros. */
  onEnter?: (clientId: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A client id of eight digits; fewer are padded with zeros when the field loses focus. */
export function ClientIdField({ value, onChange, onEnter, ...rest }: ClientIdFieldProps) {
  // Not left to the form: with a disabled button it would ignore Enter.
  function onKeyDown(event: KeyboardEvent) {
    const full = fullClientId(value)
    if (event.key !== 'Enter' || onEnter === undefined) return
    event.preventDefault()
    if (full !== undefined) onEnter(full)
  }
  return (
    <TextField
      {...rest}
      value={value}
      onChange={onChange}
      mask={mask}
      onKeyDown={onKeyDown}
      onBlur={() => onChange(fullClientId(value) ?? value)}
    />
  )
}
