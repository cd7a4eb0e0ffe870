import { expect, test } from 'vitest'
import { differenceChip, tokenChip } from './chips.ts'

test.each([
  [0, 'ok'],
  [15, 'ok'],
  [15.01, 'warn'],
  [60, 'warn'],
  [60.01, 'bad'],
])('a token of %i minutes is %s', (minutes, role) => {
  expect(tokenChip(minutes).role).toBe(role)
})

test.each([
  [12_402, 12_410, 'warn', '−8'],
  [12_410, 12_410, 'ok', '0'],
  [12_411, 12_410, 'warn', '+1'],
  [0, 12_410, 'warn', '−12,410'],
])('%i beside %i in Data Sync is %s %s', (count, dataSync, role, label) => {
  expect(differenceChip(count, dataSync)).toMatchObject({ role, label })
})
