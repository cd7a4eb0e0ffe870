import { expect, test } from 'vitest'
import { differenceLook, tokenLook } from './looks.ts'

test.each([
  [0, 'ok'],
  [15, 'ok'],
  [16, 'warn'],
  [60, 'warn'],
  [61, 'bad'],
])('a token of %i minutes is %s', (minutes, role) => {
  expect(tokenLook(minutes).role).toBe(role)
})

test.each([
  [12_402, 12_410, 'warn', '−8'],
  [12_410, 12_410, 'ok', '0'],
  [12_411, 12_410, 'warn', '+1'],
  [0, 12_410, 'warn', '−12,410'],
])('%i beside %i in Data Sync is %s %s', (count, dataSync, role, label) => {
  expect(differenceLook(count, dataSync)).toMatchObject({ role, label })
})
