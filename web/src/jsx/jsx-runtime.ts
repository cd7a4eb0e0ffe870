import { type ElementType, type Key, type ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { adaptedProps } from './adapted-props.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

/** React's own `jsx`, with adapted props. */
export function jsx(type: ElementType, props: unknown, key?: Key): ReactElement {
  return react.jsx(type, adaptedProps(type, props), key)
}

/** The same for an element with several children. */
export function jsxs(type: ElementType, props: unknown, key?: Key): ReactElement {
  return react.jsxs(type, adaptedProps(type, props), key)
}
