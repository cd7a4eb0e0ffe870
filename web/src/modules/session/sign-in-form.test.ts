import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx'

const ends = { onSignedIn: () => undefined, onPasswordChangeRequired: () => undefined }

/** The buttons of the form by their text; true if enabled. */
function buttons(props: SignInFormProps): Record<string, boolean> {
  const markup = renderToStaticMarkup(createElement(SignInForm, props))
  const found = markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)
  return Object.fromEntries(
    [...found].map(([, attributes = '', inside = '']) => [
      inside.replace(/<[^>]*>/g, '').trim(),
      !/\sdisabled=/.test(attributes),
    ]),
  )
}

test('[SIGNIN-02] Cancel can be pressed where there is something to go back to, and only there', () => {
  expect(buttons({ ...ends, onCancel: () => undefined })).toMatchObject({ Cancel: true, 'Sign In': true })
  expect(buttons(ends)).toMatchObject({ Cancel: false, 'Sign In': true })
})
