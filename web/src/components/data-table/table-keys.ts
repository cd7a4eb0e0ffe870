/** The action of a key inside a table. */
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
  /** The focused element takes text or moves inside its own list. */
  typing: boolean
  /** The focused element is a button or checkbox, which uses Space itself. */
  onControl: boolean
  /** Single-character shortcuts are enabled (WCAG 2.1.4). */
  characters: boolean
}

const moves: Readonly<Record<string, 'next' | 'previous' | 'first' | 'last'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/** The action of a key inside a table, or null. j and k, which work anywhere on the screen, are shortcuts. */
export function tableAction(facts: KeyFacts): TableAction | null {
  if (facts.typing || facts.modified) return null
  const move = moves[facts.key]
  if (move !== undefined && !facts.shift) return { kind: 'move', to: move }
  if (facts.key === ' ' && !facts.onControl) return { kind: 'select', range: facts.shift }
  if (!facts.characters) return null
  // Caps Lock changes the case of a letter, too.
  const letter = facts.key.toLowerCase()
  if (letter === 'x') return { kind: 'select', range: facts.shift }
  if (letter === 'e' && !facts.shift) return { kind: 'expand' }
  return letter === 'c' && facts.shift ? { kind: 'copy' } : null
}

/** Index of the row that gets focus; -1 means that none has it yet. */
export function nextIndex(current: number, rows: number, to: 'next' | 'previous' | 'first' | 'last'): number {
  if (to === 'first') return 0
  if (to === 'last') return rows - 1
  if (current === -1) return to === 'next' ? 0 : rows - 1
  return Math.min(rows - 1, Math.max(0, current + (to === 'next' ? 1 : -1)))
}
