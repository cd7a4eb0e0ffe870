import { type ComponentProps, use, useId } from 'react'
import styles from './checkbox.module.css'
import { GateNotice } from './gate-context.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'disabled'> {
  /** Accessible name; visible with `visibleLabel`. */
  label: string
  visibleLabel?: boolean
  /** Neither on nor off: part of what it stands for is selected. */
  indeterminate?: boolean
  /** The checkbox is disabled for this reason. */
  disabledReason?: string | undefined
}

/** A native checkbox with a 24 px target. */
export function Checkbox({
  label,
  visibleLabel = false,
  indeterminate = false,
  disabledReason,
  ...rest
}: CheckboxProps) {
  const reasonId = useId()
  const notice = use(GateNotice)
  const showsOwnReason = disabledReason !== undefined && notice === undefined
  const box = (
    <label className={styles.check} data-labelled={visibleLabel || undefined}>
      <input
        aria-describedby={showsOwnReason ? reasonId : notice}
        {...rest}
        type="checkbox"
        className={styles.box}
        disabled={disabledReason !== undefined}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
      />
      <span className={visibleLabel ? undefined : 'sr-only'}>{label}</span>
    </label>
  )
  if (!showsOwnReason) return box
  return (
    <div>
      {box}
      <p id={reasonId} className={styles.reason}>
        {disabledReason}
      </p>
    </div>
  )
}
