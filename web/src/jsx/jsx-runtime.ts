import { type ElementType, type Key, type ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { withVisibleText } from './visible-text.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

/** React's own `jsx`, with hidden characters in texts made visible. */
export function jsx(type: ElementType, props: unknown, key?: Key): ReactElement {
  return react.jsx(type, withVisibleText(props), key)
}

/** The same for an element with several children. */
export function jsxs(type: ElementType, props: unknown, key?: Key): ReactElement {
  return react.jsxs(type, withVisibleText(props), key)
}
