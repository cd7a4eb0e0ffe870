import { expect, test } from 'vitest'
import { explainCode } from './error-codes.ts'

test('a code of the agency’s software is explained with the next step, an unknown one is not', () => {
  expect(explainCode(101)).toBe(
    'The client is open at the agency. Ask the user to close it, then press Resync.',
  )
  expect(explainCode(7)).toBeNull()
})
