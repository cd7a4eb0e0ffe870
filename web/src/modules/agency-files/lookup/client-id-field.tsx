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
  disabledReason?: string | null
  /** Enter was pressed on this id, its zeros in front. */
  onEnter?: (clientId: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A client id: eight digits; fewer get their zeros in front when the field is left. */
export function ClientIdField({ value, onChange, onEnter, ...rest }: ClientIdFieldProps) {
  // Not left to the form: with a disabled button it would take no Enter.
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
