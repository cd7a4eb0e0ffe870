// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { copyText } from './copy-button.tsx'
import { notify } from './notify.ts'

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
