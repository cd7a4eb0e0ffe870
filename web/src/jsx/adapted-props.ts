import type { ElementType } from 'react'
import { withVisibleText } from './visible-text.ts'

/** The props of an element with what all elements need: no screen can forget it here. */
export function adaptedProps(type: ElementType, props: unknown): unknown {
  // Without a tab index of its own Safari focuses a button neither by Tab nor when it is pressed.
  return withVisibleText(type === 'button' ? { tabIndex: 0, ...(props as object) } : props)
}
