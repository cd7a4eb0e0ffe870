import { Eye, EyeOff, OctagonAlert } from 'lucide-react'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { GateNotice } from './gate-context.ts'
import styles from './fields.module.css'
import { count, type Mask } from './masks.ts'

/** Common props of fields; `name`, `value`, `onChange`, `onBlur` and `error` come from `form.field(name)`. */
export interface FieldProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | null
  /** Id of what shows the error elsewhere; by default it is shown below the field. */
  errorAt?: string | undefined
  /** A line under the label. */
  hint?: ReactNode
  /** A line below the field that is not an error: a newer value, ‹Matches›. */
  notice?: ReactNode
  /** The field is disabled for this reason. */
  disabledReason?: string | undefined
}

type InputExtras = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'placeholder'
  | 'maxLength'
  | 'readOnly'
  | 'spellCheck'
  | 'onKeyDown'
  | 'onKeyUp'
>

export interface TextFieldProps extends FieldProps, InputExtras {
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'date' | 'datetime-local'
  mask?: Mask
  /** Only as wide as the few digits it holds. */
  short?: boolean
  /** Content inside the field at its end, for example a button. */
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
}

interface FrameIds {
  id: string
  describedBy: string | undefined
}

interface FrameProps
  extends Pick<FieldProps, 'label' | 'error' | 'errorAt' | 'hint' | 'notice' | 'disabledReason'> {
  children: (ids: FrameIds) => ReactNode
}

/** Label, hint, field, reason, error and notice from top to bottom, connected by ids. */
export function FieldFrame({
  label,
  error = null,
  errorAt,
  hint,
  notice,
  disabledReason,
  children,
}: FrameProps) {
  const id = useId()
  const gate = use(GateNotice)
  const hasHint = hint !== undefined && hint !== null
  const hasNotice = notice !== undefined && notice !== null
  const hasError = error !== null && errorAt === undefined
  const parts = [
    hasHint ? `${id}-hint` : '',
    error !== null ? (errorAt ?? `${id}-error`) : '',
    hasNotice ? `${id}-notice` : '',
    disabledReason !== undefined ? `${id}-reason` : '',
    gate ?? '',
  ].filter((part) => part !== '')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hasHint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({ id, describedBy: parts.length > 0 ? parts.join(' ') : undefined })}
      {disabledReason !== undefined && (
        <p id={`${id}-reason`} className={styles.hint}>
          {disabledReason}
        </p>
      )}
      {(hasError || hasNotice) && (
        <div className={styles.under}>
          {hasError && (
            <p id={`${id}-error`} className={styles.error}>
              <OctagonAlert aria-hidden="true" />
              {error}
            </p>
          )}
          {hasNotice && (
            <div id={`${id}-notice`} className={styles.notice}>
              {notice}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** What the browser leaves out of a paste that is too long for the field, as a sentence; null if nothing. */
function leftOut(
  { currentTarget: input, clipboardData }: ClipboardEvent<HTMLInputElement>,
  mask: Mask | undefined,
): string | null {
  const { value, selectionStart, selectionEnd, maxLength } = input
  if (maxLength < 0) return null
  const pasted = clipboardData.getData('text').replaceAll(/[\r\n]/g, '')
  let room = maxLength - value.length + (selectionEnd ?? 0) - (selectionStart ?? 0)
  let dropped = 0
  let isWhole = true
  for (const sign of pasted) {
    const kept = mask ? mask.clean(sign).length : sign.length
    isWhole = kept <= room
    if (!isWhole) break
    room -= kept
    dropped += sign.length - kept
  }
  // The browser counts what the mask only drops after it, and would cut the end off for that.
  input.maxLength += dropped
  input.addEventListener('input', () => (input.maxLength = maxLength), { once: true })
  return isWhole ? null : `Only ${maxLength} characters fit; the rest was left out.`
}

/** An `onBlur` that ignores that the whole window loses the focus: the field keeps it there, and may be half typed. */
export const whenLeft =
  (leave: FieldProps['onBlur']) =>
  ({ currentTarget }: FocusEvent) => {
    if (currentTarget !== document.activeElement) leave?.()
  }

/** Applies a mask to an input: its text, a sentence about what was cut from a paste, and the handlers. */
function useMasked({ mask, value, onChange, onBlur }: TextFieldProps) {
  const [editing, setEditing] = useState(false)
  const [cut, setCut] = useState<string | null>(null)
  const selectAgain = useRef<HTMLInputElement>(null)
  // Replacing the text would lose the browser's selection of the whole text after Tab.
  useLayoutEffect(() => {
    if (editing) selectAgain.current?.select()
  }, [editing])
  const input = {
    value: mask?.show && !editing ? mask.show(value) : value,
    onPaste: (event: ClipboardEvent<HTMLInputElement>) =>
      setCut(mask?.cut ? mask.cut(event.clipboardData.getData('text')) : leftOut(event, mask)),
    onFocus: ({ target }: FocusEvent<HTMLInputElement>) => {
      const { selectionStart, selectionEnd, value: shown } = target
      const isAllSelected = shown !== '' && selectionStart === 0 && selectionEnd === shown.length
      selectAgain.current = isAllSelected ? target : null
      setEditing(true)
    },
    onBlur: whenLeft(() => {
      setEditing(false)
      onBlur?.()
    }),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const how = event.nativeEvent
      if (how instanceof InputEvent && how.inputType !== 'insertFromPaste')
        setCut((mask?.tellsTyped && mask.cut?.(event.target.value)) ?? null)
      onChange(mask ? mask.clean(event.target.value) : event.target.value)
    },
  }
  return { cut, input }
}

/** A single-line text field; `mask` filters input, for example to digits. */
export function TextField(props: TextFieldProps) {
  const { label, error = null, errorAt, hint, notice, disabledReason, ...others } = props
  const { mask, short, after, ...rest } = others
  const { cut, input } = useMasked(props)
  return (
    <FieldFrame
      label={label}
      error={error}
      errorAt={errorAt}
      hint={hint}
      notice={cut ?? notice}
      disabledReason={disabledReason}
    >
      {({ id, describedBy }) => (
        <div className={styles.box} data-short={short} data-bad={error !== null || undefined}>
          <input
            autoComplete="off"
            // A phone's keyboard would change what is no words, such as an id.
            {...(rest.spellCheck === false && { autoCapitalize: 'none', autoCorrect: 'off' })}
            {...rest}
            {...input}
            id={id}
            type={props.type ?? 'text'}
            className={styles.input}
            inputMode={mask?.inputMode ?? props.inputMode}
            disabled={disabledReason !== undefined}
            aria-invalid={error !== null || undefined}
            aria-describedby={describedBy}
          />
          {after}
        </div>
      )}
    </FieldFrame>
  )
}

export interface NumberFieldProps extends Omit<TextFieldProps, 'mask' | 'short' | 'type' | 'inputMode'> {
  /** Maximum number of digits. */
  digits: number
}

/** A count; the value is its digits, shown as 1,000,000 while the field has no focus. */
export function NumberField({ digits, ...rest }: NumberFieldProps) {
  return <TextField {...rest} mask={count(digits)} short />
}

/** A password with show and hide, and a warning while Caps Lock is on. Pasting is allowed. */
export function PasswordField({
  notice,
  after,
  autoComplete = 'current-password',
  ...rest
}: Omit<TextFieldProps, 'type' | 'mask'>) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      onKeyDown={look}
      onKeyUp={look}
      notice={caps ? 'Caps Lock is on.' : notice}
      after={
        <>
          <IconButton
            label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            onClick={() => setShown(!shown)}
          />
          {after}
        </>
      }
    />
  )
}

export interface Choice {
  value: string
  label: string
}

export interface SelectFieldProps extends FieldProps, Pick<InputExtras, 'autoFocus'> {
  choices: readonly Choice[]
}

/** A choice saved with its form; LiveSelect saves immediately. */
export function SelectField({
  name,
  value,
  onChange,
  onBlur,
  choices,
  autoFocus,
  ...frame
}: SelectFieldProps) {
  return (
    <FieldFrame {...frame}>
      {({ id, describedBy }) => (
        <select
          id={id}
          name={name}
          className={styles.select}
          value={value}
          autoFocus={autoFocus}
          disabled={frame.disabledReason !== undefined}
          aria-invalid={(frame.error ?? null) !== null || undefined}
          aria-describedby={describedBy}
          onBlur={whenLeft(onBlur)}
          onChange={(event) => onChange(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
