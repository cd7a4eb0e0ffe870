import { expect, test } from 'vitest'
import {
  formatPhone,
  isTcrNumber,
  orderIdTexts,
  phoneTexts,
  toNumber,
  whyNotOrderId,
  whyNotPhone,
} from './texting.ts'

test.each([
  ['8015550142', undefined],
  ['18015550142', undefined],
  ['801555014', phoneTexts.tooShort],
  ['', phoneTexts.tooShort],
  ['28015550142', phoneTexts.notOne],
  ['118015550142', phoneTexts.tooLong],
  ['801-555-0142', phoneTexts.notDigits],
  ['８０１５５５０１４２', phoneTexts.notDigits],
])('%j is a phone number unless: %s', (phone, why) => {
  expect(whyNotPhone(phone)).toBe(why)
})

test('[TEXTING-15] an order id is required, and consists of 1 to 64 letters, digits or dashes', () => {
  for (const good of ['b0000000-0000-4000-8000-000000006938', ' 1 ', 'x'.repeat(64)])
    expect(whyNotOrderId(good)).toBeUndefined()
  for (const missing of ['', ' \t']) expect(whyNotOrderId(missing)).toBe('An order id is required.')
  for (const bad of ['order #12', '../1', 'x'.repeat(65), 'Ä1'])
    expect(whyNotOrderId(bad)).toBe(orderIdTexts.invalid)
})

test('a phone number is compared by its last ten digits', () => {
  expect([toNumber('18015550142'), toNumber('8015550142')]).toEqual(['8015550142', '8015550142'])
})

test('[PROV-77] a phone number is read as 801-555-0142', () => {
  expect(['8015550142', '18015550142', '', '+44 20'].map(formatPhone)).toEqual([
    '801-555-0142',
    '801-555-0142',
    '',
    '+44 20',
  ])
})

test('a TCR number is 1 to 20 letters or digits', () => {
  const given = ['C4X9', '1', 'a'.repeat(20), '', 'a'.repeat(21), 'C4-X9', 'C4 X9', 'Ç4X9']
  expect(given.map(isTcrNumber)).toEqual([true, true, true, false, false, false, false, false])
})
