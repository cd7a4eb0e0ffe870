import { type ComponentProps, type MouseEvent, type ReactNode, use, useId } from 'react'
import { GateNotice } from './gate-context.ts'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'default' | 'danger' | 'quiet'

interface Common extends Omit<ComponentProps<'button'>, 'disabled' | 'type'> {
  type?: 'button' | 'submit'
  /** A call runs: a spinner turns, the width stays, a second press does nothing. */
  busy?: boolean
  /** Text: the button is disabled and this says why. Null: it can be pressed. */
  disabledReason?: string | null
}

export interface ButtonProps extends Common {
  variant?: ButtonVariant
  icon?: ReactNode
  /** The reason is only read aloud, where the screen itself makes it plain. */
  quietReason?: boolean
}

export interface IconButtonProps extends Common {
  /** What it does; read aloud and shown as a tooltip. */
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

/** A button; disabled only together with a visible line that says why: its own, or the notice of a closed gate. */
export function Button({
  variant = 'default',
  type = 'button',
  busy = false,
  disabledReason = null,
  quietReason = false,
  icon,
  children,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const notice = use(GateNotice) ?? undefined
  const ownReason = disabledReason !== null && notice === undefined
  const button = (
    <button
      aria-describedby={ownReason ? reasonId : notice}
      {...rest}
      type={type}
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
      data-variant={variant}
      disabled={disabledReason !== null}
      aria-busy={busy || undefined}
      onClick={whenFree(busy, onClick)}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
  if (!ownReason) return button
  return (
    <span className={styles.explained}>
      {button}
      <span id={reasonId} className={quietReason ? 'sr-only' : styles.reason}>
        {disabledReason}
      </span>
    </span>
  )
}

/** A button that is only an icon, at least 24 px; its label is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  type = 'button',
  busy = false,
  disabledReason = null,
  danger = false,
  onClick,
  className,
  ...rest
}: IconButtonProps) {
  const reasonId = useId()
  const notice = use(GateNotice) ?? undefined
  return (
    <>
      <button
        aria-describedby={disabledReason === null ? notice : reasonId}
        aria-busy={busy || undefined}
        {...rest}
        type={type}
        className={className === undefined ? styles.icon : `${styles.icon} ${className}`}
        data-danger={danger || undefined}
        data-tip={disabledReason ?? label}
        aria-label={label}
        disabled={disabledReason !== null}
        onClick={whenFree(busy, onClick)}
      >
        {icon}
      </button>
      {disabledReason !== null && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  )
}
