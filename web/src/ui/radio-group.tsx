import { useId } from 'react'
import type { Choice } from './fields.tsx'
import styles from './radio-group.module.css'

export interface RadioGroupProps<Value extends string> {
  /** Names the group; shown above the choices. */
  label: string
  choices: readonly (Choice & { value: Value })[]
  /** Null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** One of a few choices, all visible; arrows move, as in native radio buttons. */
export function RadioGroup<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              className={styles.radio}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
