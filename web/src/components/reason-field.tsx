import { useState } from 'react'
import { TextField } from '../ui/fields.tsx'

/** Why something is done; goes into the journal. For questions, where no form keeps what is typed. */
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
