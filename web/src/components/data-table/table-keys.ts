/** What a key means inside a table. */
export type TableAction =
  | { kind: 'move'; to: 'next' | 'previous' | 'first' | 'last' }
  | { kind: 'select'; range: boolean }
  | { kind: 'expand' }
  | { kind: 'copy' }

export interface KeyFacts {
  key: string
  shift: boolean
  /** Ctrl, Alt or Cmd is held. */
  modified: boolean
  /** The focused element writes text or moves inside a list of its own. */
  typing: boolean
  /** The focused element is a button or a checkbox, which has a use for Space itself. */
  onControl: boolean
  /** Keys that are characters act (2.1.4's switch). */
  characters: boolean
}

const moves: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/** The meaning of a key inside a table, or null. j and k, which act anywhere on the screen, are shortcuts. */
export function tableAction(facts: KeyFacts): TableAction | null {
  if (facts.typing || facts.modified) return null
  const move = moves[facts.key]
  if (move !== undefined && !facts.shift) return { kind: 'move', to: move }
  if (facts.key === ' ' && !facts.onControl) return { kind: 'select', range: facts.shift }
  if (!facts.characters) return null
  if (facts.key === 'x') return { kind: 'select', range: false }
  if (facts.key === 'X') return { kind: 'select', range: true }
  if (facts.key === 'e') return { kind: 'expand' }
  return facts.key === 'C' && facts.shift ? { kind: 'copy' } : null
}

/** Index of the row that gets focus; -1 stands for ‘none has it yet’. */
export function nextIndex(current: number, rows: number, to: 'next' | 'previous' | 'first' | 'last'): number {
  if (to === 'first') return 0
  if (to === 'last') return rows - 1
  if (current === -1) return to === 'next' ? 0 : rows - 1
  return Math.min(rows - 1, Math.max(0, current + (to === 'next' ? 1 : -1)))
}
