import type { ComponentProps } from 'react'
import styles from './checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  /** Read aloud; shown beside the box with `visibleLabel`. */
  label: string
  visibleLabel?: boolean
  /** Neither on nor off: some of what it stands for. */
  indeterminate?: boolean
}

/** A native checkbox, 24 px to hit. */
export function Checkbox({ label, visibleLabel = false, indeterminate = false, ...rest }: CheckboxProps) {
  return (
    <label className={styles.check} data-labelled={visibleLabel || undefined}>
      <input
        {...rest}
        type="checkbox"
        className={styles.box}
        ref={(box) => {
          if (box) box.indeterminate = indeterminate
        }}
      />
      <span className={visibleLabel ? undefined : 'sr-only'}>{label}</span>
    </label>
  )
}
