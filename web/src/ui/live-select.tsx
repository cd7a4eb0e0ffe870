import { Check, ChevronDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
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

/** Index of the option an event happened on; null beside the options. */
function optionAt(event: Event): number | null {
  const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
  return option ? Number(option.dataset['index']) : null
}

function List<Value>({ id, anchor, labelId, choices, active, chosen, onHover, onPick }: ListProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const hover = useEffectEvent(onHover)
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    const box = list.current
    if (!box) return
    box.style.minWidth = `${anchor.getBoundingClientRect().width}px`
    placeNear(box, anchor, 'start')
    // Focus stays on the button, which hears the keys; only the pointer comes here.
    const onMove = (event: Event) => {
      const index = optionAt(event)
      if (index !== null) hover(index)
    }
    const onClick = (event: Event) => {
      const index = optionAt(event)
      if (index !== null) pick(index)
    }
    const keepFocus = (event: Event) => event.preventDefault()
    box.addEventListener('pointermove', onMove)
    box.addEventListener('click', onClick)
    box.addEventListener('mousedown', keepFocus)
    return () => {
      box.removeEventListener('pointermove', onMove)
      box.removeEventListener('click', onClick)
      box.removeEventListener('mousedown', keepFocus)
    }
  }, [anchor])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} role="listbox" aria-labelledby={labelId} className={styles.list}>
      {choices.map((choice, index) => (
        <div
          key={choice.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={styles.option}
          data-index={index}
          data-active={index === active || undefined}
          data-danger={choice.danger || undefined}
        >
          <Check aria-hidden="true" />
          {choice.show ?? choice.label}
        </div>
      ))}
    </div>
  )
}

function useLiveSelect<Value>({ value, choices, onCommit, busy = false }: LiveSelectProps<Value>) {
  const chosen = choices.findIndex((choice) => choice.value === value)
  const [state, setState] = useState<SelectState>({ opened: false, active: chosen })
  const close = () => setState({ opened: false, active: chosen })

  function commit(index: number) {
    close()
    const picked = choices[index]
    if (picked && index !== chosen) onCommit(picked.value)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (busy || event.ctrlKey || event.altKey || event.metaKey) return
    const labels = choices.map((choice) => choice.label)
    const outcome = selectKey(state, event.key, labels, chosen)
    if (outcome.kind === 'none') return
    if (outcome.kind === 'leave') return close()
    event.preventDefault()
    event.stopPropagation()
    if (outcome.kind === 'commit') commit(outcome.index)
    else setState(outcome.state)
  }
  return {
    chosen,
    state,
    commit,
    hover: (index: number) => index !== state.active && setState({ opened: true, active: index }),
    handlers: {
      onKeyDown,
      onBlur: close,
      onClick: () => busy || setState({ opened: !state.opened, active: chosen }),
    },
  }
}

/** A choice that is saved at once: arrows read, only Enter, Space or a click change. */
export function LiveSelect<Value>(props: LiveSelectProps<Value>) {
  const { label, visibleLabel = false, choices, busy = false, disabledReason = null } = props
  const { chosen, state, commit, hover, handlers } = useLiveSelect(props)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const id = useId()
  const notice = use(GateNotice) ?? undefined
  const current = choices[chosen]
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={visibleLabel ? styles.label : 'sr-only'}>
        {label}
      </span>
      <button
        {...handlers}
        ref={setButton}
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
      {state.opened && button && (
        <List
          id={`${id}-list`}
          anchor={button}
          labelId={`${id}-label`}
          choices={choices}
          active={state.active}
          chosen={chosen}
          onHover={hover}
          onPick={commit}
        />
      )}
    </div>
  )
}
