import { showHiddenCharacters } from '@agency-support/contract/rules/hidden-characters'
import type { ReactNode } from 'react'

/** Attributes that are shown or read aloud. Typed text (`value`) stays unchanged. */
const shownAttributes = ['title', 'aria-label', 'aria-description', 'alt', 'data-tip'] as const

/**
 * Makes hidden characters in the text props visible. Text from agencies and providers could otherwise reorder or hide
 * the text next to it (D-109), and here no screen can forget it. Applied to components too, because library
 * components pass their children directly to React.
 */
export function withVisibleText(props: unknown): unknown {
  if (typeof props !== 'object' || props === null) return props
  const given = props as Readonly<Record<string, unknown>>
  const changed: Record<string, unknown> = {}
  const children = visible(given['children'] as ReactNode)
  if (children !== given['children']) changed['children'] = children
  for (const name of shownAttributes) {
    const text = given[name]
    if (typeof text !== 'string') continue
    const shown = showHiddenCharacters(text)
    if (shown !== text) changed[name] = shown
  }
  return Object.keys(changed).length === 0 ? props : { ...given, ...changed }
}

// Returns the same array if nothing changes, because React compares props by identity.
function visible(node: ReactNode): ReactNode {
  if (typeof node === 'string') return showHiddenCharacters(node)
  if (!Array.isArray(node)) return node
  const nodes = node as readonly ReactNode[]
  const shown: readonly ReactNode[] = nodes.map(visible)
  return shown.every((one, index) => one === nodes[index]) ? nodes : shown
}
