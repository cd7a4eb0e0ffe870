import { type ElementType, type Key, type ReactElement } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { adaptedProps } from './adapted-props.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

/** Replaces `jsx` and `jsxs` in development builds. */
export function jsxDEV(
  type: ElementType,
  props: unknown,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement {
  return react.jsxDEV(type, adaptedProps(type, props), key, isStatic, source, self)
}
