import { useState } from 'react'
import { TextField } from '../../kit/fields.tsx'

/** Why something is done to somebody's account; goes into the journal. */
export function ReasonField({ onChange }: { onChange: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <TextField
      name="reason"
      label="Reason (optional)"
      hint="Kept in the journal."
      maxLength={500}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(next)
      }}
    />
  )
}
