import { expect, test } from 'vitest'
import { agencyIdParam } from './agency-id-param.ts'

test.each([
  ['6938', 6938],
  ['00006938', 6938],
  ['99999999', 99_999_999],
])('[AG-DETAIL-03] %s is the agency %i', (text, id) => {
  expect(agencyIdParam(text)).toBe(id)
})

test.each([undefined, '', '0', '00000000', '-1', '-5', '1.5', '1e3', ' 1', '0x10', 'abc', '123456789'])(
  '[AG-DETAIL-03] %j is no agency',
  (text) => {
    expect(agencyIdParam(text)).toBeNull()
  },
)
