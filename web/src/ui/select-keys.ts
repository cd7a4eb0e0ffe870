/** State of a list that is opened over a button. */
export interface SelectState {
  opened: boolean
  /** Index of the option the arrows rest on. */
  active: number
}

export type SelectOutcome =
  | { kind: 'state'; state: SelectState }
  /** The only outcome that changes the value. */
  | { kind: 'commit'; index: number }
  /** Closes; the browser goes on with the key (Tab). */
  | { kind: 'leave' }
  /** Not for us. */
  | { kind: 'none' }

/**
 * A key on a select-only combobox. Arrows, Home, End and letters only move; Enter and Space alone commit,
 * because a change is saved at once and Tab or Esc must never save what somebody was merely reading.
 */
export function selectKey(
  state: SelectState,
  key: string,
  labels: readonly string[],
  chosen: number,
): SelectOutcome {
  const last = labels.length - 1
  const show = (active: number, opened = true): SelectOutcome => ({
    kind: 'state',
    state: { opened, active: Math.max(0, Math.min(last, active)) },
  })
  if (!state.opened) {
    const opens = ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key)
    if (opens) return show(chosen)
    if (key === 'Home') return show(0)
    if (key === 'End') return show(last)
    return key.length === 1 ? letter(chosen, key, labels) : { kind: 'none' }
  }
  switch (key) {
    case 'Enter':
    case ' ':
      return { kind: 'commit', index: state.active }
    case 'Escape':
      return show(chosen, false)
    case 'Tab':
      return { kind: 'leave' }
    case 'ArrowDown':
      return show(state.active + 1)
    case 'ArrowUp':
      return show(state.active - 1)
    case 'Home':
      return show(0)
    case 'End':
      return show(last)
    default:
      return key.length === 1 ? letter(state.active, key, labels) : { kind: 'none' }
  }
}

/** Moves to the next option that starts with a letter, round the end. */
function letter(from: number, key: string, labels: readonly string[]): SelectOutcome {
  const order = labels.map((_, step) => (from + 1 + step) % labels.length)
  const found = order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()))
  return found === undefined ? { kind: 'none' } : { kind: 'state', state: { opened: true, active: found } }
}
