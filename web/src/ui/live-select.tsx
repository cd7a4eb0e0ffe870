import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GateNotice } from './gate-context.ts'
import styles from './live-select.module.css'
import { Spinner } from './spinner.tsx'
import { underAnchor, usePlace } from './popup.tsx'
import popupStyles from './popup.module.css'

export interface LiveChoice<Value> {
  value: Value
  label: string
  /** Shown instead of the label, for example a status chip. */
  show?: ReactNode
}

export interface LiveSelectProps<Value> {
  /** Accessible name; shown above with `visibleLabel`. */
  label: string
  visibleLabel?: boolean
  value: Value
  choices: readonly LiveChoice<Value>[]
  /** Called when another value is committed by Enter, Space or a click; never by arrows, letters, Tab or Esc. */
  onCommit: (value: Value) => void
  /** The change is being saved; the old value is shown until then. */
  busy?: boolean
}

function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey
}

const listKeys = /^(Arrow(Up|Down)|Home|End|Enter| )$/

/** Whether a key pressed on the closed or opened control is for the list. */
function isForList(event: KeyboardEvent, opened: boolean): boolean {
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey
  return isLetter(event) || (opened && isPlain && listKeys.test(event.key))
}

/**
 * Open state of the list. A letter opens it and jumps to a choice there; without this the library would change the
 * value. The list takes the focus a frame after it opens: the library would count an arrow pressed before that from the
 * first choice, and close the list by Enter, so that the list is handed what is typed on its control.
 */
function useOpening(busy: boolean) {
  const [opened, setOpened] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  return {
    opened,
    list,
    root: { open: opened, onOpenChange: (open: boolean) => setOpened(open && !busy) },
    onTriggerKey(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
      if (!isForList(event, opened)) return
      event.preventBaseUIHandler()
      event.preventDefault()
      if (busy) return
      flushSync(() => setOpened(true))
      const taking = list.current?.querySelector('[data-highlighted]') ?? list.current
      taking?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }))
    },
  }
}

/**
 * What `onCommit` was when the list was opened: with its version the server refuses a choice that answers a value which
 * somebody else has changed since.
 */
function useSeen<Commit>(onCommit: Commit, opened: boolean) {
  const seen = useRef(onCommit)
  useEffect(() => {
    if (!opened) seen.current = onCommit
  })
  return seen
}

/** Keys that the list handles must not reach the table or screen around it. */
function keepKeys(event: KeyboardEvent): void {
  if (event.defaultPrevented || isLetter(event)) event.stopPropagation()
}

function List<Value>({ choices }: { choices: readonly LiveChoice<Value>[] }) {
  return choices.map((choice) => (
    <Select.Item key={choice.label} value={choice.value} label={choice.label} className={styles.option}>
      <Check aria-hidden="true" />
      <Select.ItemText>{choice.show ?? choice.label}</Select.ItemText>
    </Select.Item>
  ))
}

/** A choice saved immediately: arrows only navigate; Enter, Space or a click change it. */
export function LiveSelect<Value>(props: LiveSelectProps<Value>) {
  const { label, visibleLabel = false, value, choices, onCommit, busy = false } = props
  const { opened, root, list, onTriggerKey } = useOpening(busy)
  const seen = useSeen(onCommit, opened)
  const { spot, portal } = usePlace()
  const id = useId()
  const notice = use(GateNotice)
  const current = choices.find((choice) => choice.value === value)
  return (
    <div role="presentation" className={styles.field} onKeyDown={keepKeys}>
      <span id={`${id}-label`} className={visibleLabel ? styles.label : 'sr-only'}>
        {label}
      </span>
      <Select.Root
        {...root}
        modal={false}
        value={value}
        onValueChange={(picked) => picked !== null && picked !== value && seen.current(picked)}
      >
        <Select.Trigger
          className={styles.button}
          aria-labelledby={`${id}-label ${id}-value`}
          aria-busy={busy || undefined}
          aria-describedby={notice}
          onKeyDown={onTriggerKey}
        >
          <span id={`${id}-value`} className={styles.value}>
            {current?.show ?? current?.label ?? ''}
          </span>
          {busy ? <Spinner /> : <ChevronDown aria-hidden="true" />}
        </Select.Trigger>
        {spot}
        <Select.Portal {...portal}>
          <Select.Positioner {...underAnchor} alignItemWithTrigger={false}>
            <Select.Popup
              ref={list}
              aria-labelledby={`${id}-label`}
              className={`${popupStyles.box} ${styles.list}`}
            >
              <List choices={choices} />
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </div>
  )
}
