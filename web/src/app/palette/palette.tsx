import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useValidRecents } from '../../agency/use-valid-recents.ts'
import type { EarlyKeys } from '../../components/keyboard/early-keys.ts'
import { shortcuts } from '../../components/keyboard/shortcuts.ts'
import { useStableCallback } from '../../components/use-stable-callback.ts'
import { useEntries } from '../use-entries.ts'
import { useShownPath } from '../../components/use-shown-path.ts'
import { Button } from '../../ui/button.tsx'
import { answers, searchAllId, statusText, visibleRows } from './entries.ts'
import type { Entry } from './entry.ts'
import styles from './palette.module.css'
import { readQuestion } from './question.ts'
import { type Listed, nothing, Rows } from './rows.tsx'
import { usePrefetchedAgency } from './use-prefetched-agency.ts'
import { useGo } from './use-go.ts'
import { useOffer } from './use-offer.ts'

export interface PaletteProps {
  /** Returns the buffered keystrokes and ends the buffering; called once the field has focus. */
  takeEarly: () => EarlyKeys
  onClose: () => void
}

/** Opens as a modal dialog and suspends the shortcuts of the screen behind it. */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  function close() {
    // Focus returns to where it was before the next action moves it.
    dialog.current?.close()
    onClose()
  }
  const leave = useEffectEvent(close)
  // A layout effect, so that the early keystrokes are entered in the same frame as the field gets the focus.
  useLayoutEffect(() => {
    const box = dialog.current
    const onCancel = (event: Event) => {
      event.preventDefault()
      leave()
    }
    // A click on the backdrop targets the dialog itself; a click on its content does not.
    const onPress = (event: Event) => {
      if (event.target === box) leave()
    }
    box?.addEventListener('cancel', onCancel)
    box?.addEventListener('click', onPress)
    box?.showModal()
    const end = shortcuts.suspend()
    return () => {
      end()
      box?.removeEventListener('cancel', onCancel)
      box?.removeEventListener('click', onPress)
    }
  }, [])
  return { dialog, close }
}

/** The text that is answered, which may lag behind the field's, its rows, and the marked one. */
function useChoices() {
  const [text, setText] = useState('')
  const [marked, setMarked] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const question = readQuestion(text)
  const { offer, waiting } = useOffer(question, useEntries(), useShownPath())
  const found = answers(question, offer)
  const rows = visibleRows(found, all)
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === marked),
  )
  usePrefetchedAgency(rows[index], question)
  return {
    text,
    rows,
    index,
    found,
    waiting,
    failed: offer.failed,
    /** Answers a text; the field must not wait for it. */
    answer: (typed: string) =>
      startTransition(() => {
        setText(typed)
        setMarked(null)
        setAll(false)
      }),
    mark: (to: number) => setMarked(rows[(to + rows.length) % rows.length]?.id ?? null),
    showAll() {
      setMarked(found[rows.length - 1]?.id ?? null)
      setAll(true)
    },
  }
}

/** If Enter was pressed before its text was answered, chooses the row once it is. */
function useLateChoice(choices: ReturnType<typeof useChoices>, choose: (entry: Entry | undefined) => void) {
  const { text, rows, index, waiting } = choices
  const wanted = useRef<string | null>(null)
  const isKnown = !(waiting && rows[index]?.id === searchAllId)
  function chooseWanted() {
    if (!isKnown || wanted.current !== text) return
    wanted.current = null
    choose(rows[index])
  }
  const chooseLate = useEffectEvent(chooseWanted)
  useLayoutEffect(() => chooseLate(), [text, isKnown])
  return {
    enter(typed: string) {
      wanted.current = typed
      chooseWanted()
    },
    /** Whoever types on does not want the row of the earlier text any more. */
    forget() {
      wanted.current = null
    },
  }
}

type Act = 'down' | 'up' | 'choose' | 'close'
const acts: Readonly<Record<string, Act>> = { ArrowDown: 'down', ArrowUp: 'up', Enter: 'choose' }

/** What a key in the field does here, if anything; an input method chooses among its words by the same keys. */
function toAct({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): Act | undefined {
  if (nativeEvent.isComposing) return undefined
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) ? 'close' : acts[key]
}

/** Search or jump: finds agencies, screens, actions and help. It opens them and changes nothing. */
export function Palette({ takeEarly, onClose }: PaletteProps) {
  const { dialog, close } = useModal(onClose)
  const choices = useChoices()
  const [refusal, setRefusal] = useState<string | null>(null)
  const go = useGo(close)
  const id = useId()
  const { rows, index } = choices
  // The dialog is drawn before the rows.
  const listed = useDeferredValue<Listed>({ rows, index }, nothing)

  function choose(entry: Entry | undefined) {
    if (entry === undefined) return
    setRefusal(entry.locked)
    if (entry.locked !== null) return
    if (entry.go.to === 'rest') return choices.showAll()
    go(entry.go)
  }

  const { enter, forget } = useLateChoice(choices, choose)

  function onType(typed: string) {
    setRefusal(null)
    forget()
    choices.answer(typed)
  }

  function onKeyDown(event: KeyboardEvent, typed: string) {
    const act = toAct(event)
    if (act !== undefined) event.preventDefault()
    if (act === 'down') choices.mark(index + 1)
    if (act === 'up') choices.mark(index - 1)
    if (act === 'choose') enter(typed)
    if (act === 'close') close()
  }

  return (
    <dialog ref={dialog} className={styles.palette} aria-label="Search or jump">
      <ValidRecents />
      <Field
        id={id}
        rows={rows.length}
        index={index}
        takeEarly={takeEarly}
        onType={onType}
        onEnter={enter}
        onKeyDown={onKeyDown}
        onClose={close}
      />
      <Rows id={id} {...listed} onChoose={useStableCallback(choose)} />
      <p className={styles.words} role="status">
        {statusText(choices.found, choices)}
      </p>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
    </dialog>
  )
}

/** People who know what to type have typed it by then, and must not wait for reads of other agencies. */
const lookAtRecentsMs = 1_000

/** Compares the recent agencies with the server; a separate component, so that letters do not re-render it. */
const ValidRecents = memo(function ValidRecents() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), lookAtRecentsMs)
    return () => clearTimeout(timer)
  }, [])
  return isDue && <AskForRecents />
})

function AskForRecents() {
  useValidRecents()
  return null
}

interface FieldProps extends PaletteProps {
  id: string
  /** Number of rows and index of the marked one. */
  rows: number
  index: number
  onType: (typed: string) => void
  /** Enter was pressed before the field had focus. */
  onEnter: (typed: string) => void
  onKeyDown: (event: KeyboardEvent, typed: string) => void
}

/** Shows a letter as soon as it is typed: its text is its own, so that a letter renders nothing else. */
function Field({ id, rows, index, takeEarly, onType, onEnter, onKeyDown, onClose }: FieldProps) {
  const [typed, setTyped] = useState('')
  function type(text: string) {
    setTyped(text)
    onType(text)
  }
  return (
    <div className={styles.field}>
      <Search aria-hidden="true" />
      <input
        // The dialog focuses the element with this attribute.
        autoFocus
        type="text"
        role="combobox"
        aria-label="Search or jump"
        aria-expanded={rows > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={rows > 0 ? `${id}-${index}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Agency id or name, screen, > action, ? help"
        value={typed}
        // The text must be in the field before the next key, which would otherwise be all there is.
        onFocus={() => {
          const { text, enter } = takeEarly()
          if (text !== '') type(text)
          if (enter) onEnter(text)
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => onKeyDown(event, typed)}
      />
      <div className={styles.close}>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
