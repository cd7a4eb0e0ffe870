import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * A keyboard shortcut. `keys` names keys as printed: `/`, `n`, `Shift+U`, `g s` (a sequence), `Mod+K` (Ctrl, or Cmd
 * on a Mac). Keys without Ctrl can be switched off and never act while someone types.
 */
export interface Shortcut {
  keys: string
  /** What it does, for the sheet: ‘Search’. */
  label: string
  /** Heading in the sheet: ‘Table’. */
  group: string
  run: () => void
}

/** The relevant facts of a key press. */
export interface KeyPress {
  key: string
  ctrl: boolean
  meta: boolean
  alt: boolean
  shift: boolean
  /** True while focus is in a text field. */
  typing: boolean
  /** Milliseconds on any clock; tells a sequence from two separate presses. */
  at: number
}

const sequenceMs = 1500

/** True if a shortcut consists only of characters, so that it must be switchable (WCAG 2.1.4). */
export function isCharacterShortcut(keys: string): boolean {
  return !/(?:Mod|Ctrl|Alt|Meta)\+/.test(keys)
}

const isLetter = ({ key }: KeyPress): boolean => key.length === 1 && key.toLowerCase() !== key.toUpperCase()

/** The name of a key press in the form of `Shortcut.keys`. */
export function nameOfPress(press: KeyPress): string {
  const letter = isLetter(press)
  const key = letter ? press.key.toUpperCase() : press.key
  const mod = press.ctrl || press.meta ? 'Mod+' : ''
  // Shift counts only for letters and named keys; a character such as ? already implies it.
  const shift = press.shift && (letter || press.key.length > 1) ? 'Shift+' : ''
  return `${mod}${press.alt ? 'Alt+' : ''}${shift}${key}`
}

function normalised(keys: string): string {
  return keys
    .split(' ')
    .map((part) =>
      part.replace(/[a-z]$/, (letter) =>
        part.length === 1 || part.endsWith(`+${letter}`) ? letter.toUpperCase() : letter,
      ),
    )
    .join(' ')
}

/** The registry of shortcuts; the latest registration wins. */
export function createShortcuts() {
  let entries: readonly Shortcut[] = []
  let enabled = true
  let suspended = 0
  let started: { name: string; at: number } | null = null

  function find(name: string): Shortcut | undefined {
    return entries.findLast((entry) => normalised(entry.keys) === name)
  }

  /** Whether the second key of a sequence is awaited at this time. */
  const isAwaiting = (at: number): boolean => started !== null && at - started.at <= sequenceMs

  return {
    /** Adds shortcuts; returns the function that removes them. */
    register(added: readonly Shortcut[]): () => void {
      entries = [...entries, ...added]
      return () => {
        entries = entries.filter((entry) => !added.includes(entry))
      }
    },
    /** Lets shortcuts that are registered win, as if they had been registered last. */
    prefer(added: readonly Shortcut[]): void {
      entries = [...entries.filter((entry) => !added.includes(entry)), ...added]
    },
    /** The shortcuts in effect, without those overridden by later ones. */
    list: (): readonly Shortcut[] => entries.filter((entry) => find(normalised(entry.keys)) === entry),
    /** Switches character shortcuts on or off. */
    setEnabled(on: boolean) {
      enabled = on
    },
    /** True if character shortcuts are on. */
    isEnabled: () => enabled,
    isAwaiting,
    /** Disables all shortcuts while a dialog is open; returns the function that ends this. */
    suspend(): () => void {
      suspended += 1
      let ended = false
      return () => {
        if (!ended) suspended -= 1
        ended = true
      }
    },
    /** Runs the matching shortcut; true if there was one (the caller then prevents the default). */
    press(press: KeyPress): boolean {
      if (suspended > 0) return false
      const name = nameOfPress(press)
      const plain = isCharacterShortcut(name)
      if (plain && (press.typing || !enabled)) return false
      const second = isAwaiting(press.at) ? find(`${started?.name} ${name}`) : undefined
      // It was meant for a sequence: what it does alone would surprise.
      const isLost = isAwaiting(press.at) && !second && plain && isLetter(press)
      const found = second ?? (isLost ? undefined : find(name))
      const opens = plain && entries.some((entry) => normalised(entry.keys).startsWith(`${name} `))
      started = opens && !found ? { name, at: press.at } : null
      found?.run()
      return isLost || found !== undefined
    },
  }
}

/** The console's shortcuts. */
export const shortcuts = createShortcuts()

const textInputs = 'text search email password tel url number date time datetime-local month week'.split(' ')

/** True if a key pressed on this element would enter text or move inside an open list. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return textInputs.includes(target.type)
  return (
    target.isContentEditable ||
    target.matches(
      'textarea, select, [role="combobox"], [role="listbox"], [role="listbox"] *, [role="menu"], [role="menu"] *',
    )
  )
}

/**
 * Ctrl-Enter anywhere in a form, in a dialog too, presses the button that submits it, as Enter in a one-line field does;
 * true if it did. On a link it opens a new tab.
 */
function submitByKey(press: KeyPress, target: EventTarget | null): boolean {
  const form = target instanceof Element && !target.matches('a') && target.closest('form')
  if (!form || nameOfPress(press) !== 'Mod+Enter') return false
  submitForm(form)
  return true
}

/** Submits a form by its button, which may stand outside of it and be disabled, or without one. */
export function submitForm(form: HTMLFormElement): void {
  const isButton = (one: Element): one is HTMLElement => one.matches('[type="submit"]')
  const button = [...form.elements].find(isButton)
  if (button) button.click()
  else form.requestSubmit()
}

/** Passes a browser event to the registry. */
export function handleShortcutEvent(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const press: KeyPress = {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
    typing: takesText(event.target),
    at: event.timeStamp,
  }
  if (shortcuts.press(press) || submitByKey(press, event.target)) event.preventDefault()
}

/**
 * Registers shortcuts while the component is mounted; `run` always sees the latest state. Returns what lets them win over
 * the same keys of another part of the screen.
 */
export function useShortcuts(list: readonly Shortcut[]): () => void {
  const registered = useRef<readonly Shortcut[]>([])
  const keys = list.map((entry) => `${entry.keys}\n${entry.label}\n${entry.group}`).join('\n\n')
  const run = useEffectEvent((index: number) => list[index]?.run())
  useLayoutEffect(() => {
    const parts = keys === '' ? [] : keys.split('\n\n').map((entry) => entry.split('\n'))
    registered.current = parts.map(([name = '', label = '', group = ''], index) => ({
      keys: name,
      label,
      group,
      run: () => run(index),
    }))
    return shortcuts.register(registered.current)
  }, [keys])
  return () => shortcuts.prefer(registered.current)
}
