// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { CopyButton, type CopyButtonProps, copyText } from './copy-button.tsx'
import { notify } from '../messages/notify.ts'

afterEach(() => document.body.replaceChildren())

test('where the browser refuses to copy, the text that is shown is selected, and only then Ctrl+C is enough', async () => {
  const shown = document.createElement('code')
  shown.textContent = '--0 secret'
  document.body.append(shown)
  expect(await copyText('--0 secret', shown)).toBe(false)
  expect(getSelection()?.toString()).toBe('--0 secret')
  expect(notify.current()?.text).toBe('The browser did not allow copying. Press Ctrl+C.')
  getSelection()?.removeAllRanges()
  expect(await copyText('shown nowhere as one text')).toBe(false)
  expect(notify.current()?.text).toBe('The browser did not allow copying. Select the text and press Ctrl+C.')
})

/** Presses the copy button, with Alt or without; what was copied, and the message. */
async function press(given: CopyButtonProps, withAlt: boolean) {
  cleanWhenFinished()
  const user = userEvent.setup({ delay: null })
  render(<CopyButton {...given} />)
  if (withAlt) await user.keyboard('{Alt>}')
  await user.click(screen.getByRole('button', { name: `Copy ${given.what}` }))
  return [await navigator.clipboard.readText(), notify.current()?.text]
}

test.each([
  [false, '00006938'],
  [true, '6938'],
])('an id is copied with its zeros, and only with Alt without them: %j', async (withAlt, copied) => {
  const id = { text: '00006938', altText: '6938', what: 'agency id 00006938' }
  expect(await press(id, withAlt)).toEqual([copied, `Copied ${copied}`])
})

test('the message about a copied secret does not contain it', async () => {
  const secret = { text: 'Xq7-kR2', what: 'the password', secret: true }
  expect(await press(secret, false)).toEqual(['Xq7-kR2', 'Copied the password'])
})

test('a text is copied as it is, though the button names it with the mark of what cannot be seen', async () => {
  cleanWhenFinished()
  const user = userEvent.setup({ delay: null })
  render(<CopyButton text={'Smith\u3164'} what={'name Smith\u3164'} />)
  await user.click(screen.getByRole('button', { name: 'Copy name Smith[U+3164]' }))
  expect(await navigator.clipboard.readText()).toBe('Smith\u3164')
})
