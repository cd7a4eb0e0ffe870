import { expect, test, vi } from 'vitest'
import { askPasskey } from './ask-passkey.ts'

vi.mock('@simplewebauthn/browser', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a passkey whose code cannot be loaded is not used', async () => {
  expect(await askPasskey({ challenge: 'AAAA' })).toBeNull()
})
