import { expect, test } from 'vitest'
import { askPasskey } from './ask-passkey.ts'

test('a browser that knows no passkeys uses none', async () => {
  // The library says so by an error of its own, and so does a browser that answers with nothing.
  expect(await askPasskey({ challenge: 'AAAA' })).toBeNull()
})
