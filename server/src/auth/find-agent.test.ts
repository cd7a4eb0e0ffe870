import { expect, test } from 'vitest'
import { keyHash } from '../lib/agent-key.ts'
import { readKey } from './find-agent.ts'

const secret = 'a_secret-of-32-characters-or-more'

test.each([
  [`Bearer 6938.${secret}`, 6938, secret],
  [`bearer   99999999.${'x'.repeat(200)}`, 99_999_999, 'x'.repeat(200)],
  [`BEARER 1.${'x'.repeat(32)}`, 1, 'x'.repeat(32)],
])('%s is the form of a key', (header, agencyId, its) => {
  expect(readKey(header)).toEqual({ agencyId, keyHash: keyHash(its) })
})

test.each([
  undefined,
  '',
  'Bearer',
  `Basic 6938.${secret}`,
  `Bearer6938.${secret}`,
  `x Bearer 6938.${secret}`,
  `Bearer 6938.${secret} x`,
  `Bearer 06938.${secret}`,
  `Bearer 0.${secret}`,
  `Bearer 123456789.${secret}`,
  `Bearer .${secret}`,
  `Bearer 6938${secret}`,
  `Bearer 6938.${'x'.repeat(31)}`,
  `Bearer 6938.${'x'.repeat(201)}`,
  `Bearer 6938.${secret}!`,
])('%s is not', (header) => {
  expect(readKey(header)).toBeUndefined()
})
