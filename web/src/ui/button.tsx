import { type ComponentProps, type MouseEvent, type ReactNode, use, useId } from 'react'
import { GateNotice } from './gate-context.ts'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'default' | 'danger' | 'quiet'

interface Common extends Omit<ComponentProps<'button'>, 'disabled' | 'type'> {
  type?: 'button' | 'submit'
  /** A call is in flight: shows a spinner at the same width and ignores presses. */
  busy?: boolean
  /** The button is disabled for this reason; undefined: enabled. */
  disabledReason?: string | undefined
}

export interface ButtonProps extends Common {
  variant?: ButtonVariant
  icon?: ReactNode
  /** The reason is only read by screen readers, because the screen makes it obvious. */
  quietReason?: boolean
}

export interface IconButtonProps extends Common {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  danger?: boolean
}

function whenFree(busy: boolean, onClick: Common['onClick']) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
}

/** A button; disabled only together with a visible reason: its own, or the notice of a PermissionGate. */
export function Button({
  variant = 'default',
  type = 'button',
  busy = false,
  disabledReason,
  quietReason = false,
  icon,
  children,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const notice = use(GateNotice)
  const button = (
    <button
      aria-describedby={notice ?? (disabledReason && reasonId)}
      {...rest}
      type={type}
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
      data-variant={variant}
      disabled={disabledReason !== undefined}
      aria-busy={busy || undefined}
      onClick={whenFree(busy, onClick)}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  )
  if (disabledReason === undefined) return button
  // In a gate the notice is the reason; the room of its own stays, or a right that goes would move what is below.
  return (
    <span className={styles.explained}>
      {button}
      <span id={reasonId} className={quietReason ? 'sr-only' : styles.reason}>
        {disabledReason}
      </span>
    </span>
  )
}

/** An icon button of at least 24 px; its label is its name and tooltip. */
export function IconButton({
  label,
  icon,
  type = 'button',
  busy = false,
  disabledReason,
  danger = false,
  onClick,
  className,
  ...rest
}: IconButtonProps) {
  const reasonId = useId()
  const notice = use(GateNotice)
  return (
    <>
      <button
        aria-describedby={disabledReason === undefined ? notice : reasonId}
        aria-busy={busy || undefined}
        {...rest}
        type={type}
        className={className === undefined ? styles.icon : `${styles.icon} ${className}`}
        data-danger={danger || undefined}
        data-tip={disabledReason ?? label}
        aria-label={label}
        disabled={disabledReason !== undefined}
        onClick={whenFree(busy, onClick)}
      >
        {icon}
      </button>
      {disabledReason !== undefined && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  )
}
