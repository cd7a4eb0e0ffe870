import { expect, test } from 'vitest'
import { differenceLook } from './difference.ts'

test.each([
  [12_402, 12_410, 'warn', '−8'],
  [12_410, 12_410, 'ok', '0'],
  [12_411, 12_410, 'warn', '+1'],
  [0, 12_410, 'warn', '−12,410'],
])('%i beside %i in Data Sync is %s %s', (count, dataSync, role, label) => {
  expect(differenceLook(count, dataSync)).toMatchObject({ role, label })
})
