import { showHiddenCharacters } from '@agency-support/contract/rules/hidden-characters'
import type { ReactNode } from 'react'

/** Attributes that are shown or read aloud. What is typed (`value`) stays exactly as it is. */
const shownAttributes = ['title', 'aria-label', 'aria-description', 'alt', 'data-tip'] as const

/**
 * Props with the hidden characters of their text as visible marks. Text from agencies and providers could otherwise
 * reorder or hide what stands beside it (D-109), and here no screen can forget it. Components are included: those of
 * libraries hand their children on to React itself.
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

// The same array where nothing changes: React compares children by identity of their props.
function visible(node: ReactNode): ReactNode {
  if (typeof node === 'string') return showHiddenCharacters(node)
  if (!Array.isArray(node)) return node
  const nodes = node as readonly ReactNode[]
  const shown: readonly ReactNode[] = nodes.map(visible)
  return shown.every((one, index) => one === nodes[index]) ? nodes : shown
}
