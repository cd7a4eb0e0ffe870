import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { GateNotice } from './gate-context.ts'
import styles from './live-select.module.css'
import { placeNear } from './place.ts'
import { selectKey, type SelectState } from './select-keys.ts'

export interface LiveChoice<Value> {
  value: Value
  label: string
  /** Shown instead of the label, for example a status chip. */
  show?: ReactNode
  /** Red: something is lost. */
  danger?: boolean
}

export interface LiveSelectProps<Value> {
  /** Name for screen readers; shown above with `visibleLabel`. */
  label: string
  visibleLabel?: boolean
  value: Value
  choices: readonly LiveChoice<Value>[]
  /** Called at once when another value is committed by Enter, Space or a click; never by arrows, Tab or Esc. */
  onCommit: (value: Value) => void
  /** The change is being saved; the old value stays on show until then. */
  busy?: boolean
  disabledReason?: string | null
}

interface ListProps<Value> {
  id: string
  anchor: HTMLElement
  labelId: string
  choices: readonly LiveChoice<Value>[]
  active: number
  chosen: number
  onHover: (index: number) => void
  onPick: (index: number) => void
}

function List<Value>({ id, anchor, labelId, choices, active, chosen, onHover, onPick }: ListProps<Value>) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const box = list.current
    if (!box) return
    box.style.minWidth = `${anchor.getBoundingClientRect().width}px`
    placeNear(box, anchor, 'start')
  }, [anchor])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <ul ref={list} id={id} role="listbox" aria-labelledby={labelId} className={styles.list}>
      {choices.map((choice, index) => (
        // Keys go to the button, which points here with aria-activedescendant.
        <li
          key={choice.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={styles.option}
          data-active={index === active || undefined}
          data-danger={choice.danger || undefined}
          onPointerMove={() => onHover(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <Check aria-hidden="true" />
          {choice.show ?? choice.label}
        </li>
      ))}
    </ul>
  )
}

/** A choice that is saved at once: arrows read, only Enter, Space or a click change. */
export function LiveSelect<Value>(props: LiveSelectProps<Value>) {
  const { label, visibleLabel = false, value, choices, onCommit, busy = false, disabledReason = null } = props
  const chosen = choices.findIndex((choice) => choice.value === value)
  const [state, setState] = useState<SelectState>({ opened: false, active: chosen })
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const notice = use(GateNotice) ?? undefined
  const current = choices[chosen]
  const close = () => setState({ opened: false, active: chosen })

  function commit(index: number) {
    close()
    const picked = choices[index]
    if (picked && index !== chosen) onCommit(picked.value)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (busy || event.ctrlKey || event.altKey || event.metaKey) return
    const outcome = selectKey(
      state,
      event.key,
      choices.map((choice) => choice.label),
      chosen,
    )
    if (outcome.kind === 'none') return
    if (outcome.kind === 'leave') return close()
    event.preventDefault()
    event.stopPropagation()
    if (outcome.kind === 'commit') commit(outcome.index)
    else setState(outcome.state)
  }

  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={visibleLabel ? styles.label : 'sr-only'}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        role="combobox"
        className={styles.button}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="listbox"
        aria-expanded={state.opened}
        aria-controls={state.opened ? `${id}-list` : undefined}
        aria-activedescendant={state.opened ? `${id}-list-${state.active}` : undefined}
        aria-busy={busy || undefined}
        aria-describedby={disabledReason === null ? notice : `${id}-reason`}
        disabled={disabledReason !== null}
        onKeyDown={onKeyDown}
        onBlur={close}
        onClick={() => busy || setState({ opened: !state.opened, active: chosen })}
      >
        <span id={`${id}-value`} className={styles.value}>
          {current?.show ?? current?.label ?? ''}
        </span>
        {busy ? <span className={styles.spinner} aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
      </button>
      {disabledReason !== null && (
        <span id={`${id}-reason`} className={styles.reason}>
          {disabledReason}
        </span>
      )}
      {state.opened && button.current && (
        <List
          id={`${id}-list`}
          anchor={button.current}
          labelId={`${id}-label`}
          choices={choices}
          active={state.active}
          chosen={chosen}
          onHover={(index) => index !== state.active && setState({ opened: true, active: index })}
          onPick={commit}
        />
      )}
    </div>
  )
}
