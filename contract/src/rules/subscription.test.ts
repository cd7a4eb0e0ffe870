import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingFields, markCut, orNotAvailable, readBilling, readLicense } from './subscription.ts'

const whole = {
  CmsAgencyId: '00006938',
  CycleStartDay: 1,
  CycleStartMonth: 7,
  PaymentPlan: 'Standard',
  BillingFrequency: 'Monthly',
  Description: '12 seats',
  PaymentMethod: 'ACH',
}

test('[CONFIG-22] [CONFIG-23] billing arrives as JSON text and is read into its seven fields', () => {
  expect(readBilling(JSON.stringify({ ...whole, Other: [1] }))).toEqual({
    CmsAgencyId: '00006938',
    CycleStartDay: '1',
    CycleStartMonth: '7',
    PaymentPlan: 'Standard',
    BillingFrequency: 'Monthly',
    Description: '12 seats',
    PaymentMethod: 'ACH',
  })
})

test('what is missing, null or blank is null, and shows N/A', () => {
  const read = readBilling('{"CmsAgencyId":"1","PaymentPlan":null,"Description":" "}')
  expect(read).toMatchObject({ CmsAgencyId: '1', PaymentPlan: null, Description: null, PaymentMethod: null })
  expect(readBilling('{}')).toMatchObject({ CmsAgencyId: null, PaymentMethod: null })
  for (const empty of [null, undefined, '', '  ']) expect(orNotAvailable(empty)).toBe('N/A')
  expect([orNotAvailable(0), orNotAvailable('x')]).toEqual(['0', 'x'])
})

test('text that is no billing data is null, whatever it is', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '3',
    'null',
    '"x"',
    '<html></html>',
    '{"PaymentPlan":{}}',
    '{"CmsAgencyId":[1]}',
    '{"code":5,"message":"Failed.","exception":"17a"}',
  ])
    expect(readBilling(text), text).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readBilling(text)
      expect(read === null || Object.keys(read).length === billingFields.length).toBe(true)
    }),
  )
})

test('half of an answer is never taken for a whole one', () => {
  const text = JSON.stringify(whole)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.length - 1 }), (length) => {
      expect(readBilling(text.slice(0, length))).toBeNull()
    }),
  )
})

test('a license comes back as it was, and a cut one says that it is cut', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, isCut) => {
      expect(readLicense(markCut(text, isCut))).toEqual({ text, isCut })
    }),
  )
})
