import { FieldFrame, type FieldProps, whenLeft } from './fields.tsx'
import styles from './fields.module.css'

export interface TextAreaProps extends FieldProps {
  /** Visible lines; more scroll. */
  rows: number
  autoFocus?: boolean
}

/** A multi-line text field. */
export function TextArea({
  name,
  value,
  onChange,
  onBlur,
  rows,
  autoFocus = false,
  ...frame
}: TextAreaProps) {
  const { error = null, disabledReason } = frame
  return (
    <FieldFrame {...frame}>
      {({ id, describedBy }) => (
        <div className={styles.box} data-bad={error !== null || undefined}>
          <textarea
            id={id}
            name={name}
            className={styles.input}
            rows={rows}
            value={value}
            autoFocus={autoFocus}
            disabled={disabledReason !== undefined}
            aria-invalid={error !== null || undefined}
            aria-describedby={describedBy}
            onBlur={whenLeft(onBlur)}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
