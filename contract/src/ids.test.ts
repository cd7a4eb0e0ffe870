import { expect, test } from 'vitest'
import { Instant } from './dates.ts'
import { Code, emptyEnvelope, EnvelopeShape } from './envelope.ts'
import { AgencyId, AgencyIdText, padAgencyId } from './ids.ts'

const sentence = 'Agency id must be a whole number from 1 to 99999999.'

test.each([1, 6938, 99_999_999])('%d is an agency id', (id) => {
  expect(AgencyId.parse(id)).toBe(id)
  expect(AgencyIdText.parse(String(id))).toBe(id)
})

test.each([0, -1, 1.5, 100_000_000, 2 ** 53 + 1, 1e308, '1', '1 OR 1=1', true, null, undefined, [], {}])(
  '%j in a body is no agency id, and is never turned into one',
  (given) => {
    expect(AgencyId.safeParse(given).error?.issues[0]?.message).toBe(sentence)
  },
)

test.each(['', '0', '-1', '1.5', ' 1', '1e3', '123456789', '٦٩٣٨', '1;', '+1'])(
  '"%s" in an address is no agency id',
  (given) => {
    expect(AgencyIdText.safeParse(given).error?.issues[0]?.message).toBe(sentence)
  },
)

test('an id is shown with eight digits', () => {
  expect(padAgencyId(6938)).toBe('00006938')
  expect(padAgencyId(99_999_999)).toBe('99999999')
})

test('[API-07] an envelope has code, message and data; 0 is success', () => {
  expect(Code.ok).toBe(0)
  expect(emptyEnvelope(2, 'Nothing')).toStrictEqual({ code: 2, message: 'Nothing', data: [] })
  expect(EnvelopeShape.safeParse({ code: 0, message: '' }).success).toBe(false)
})

test('an instant is ISO 8601 in UTC', () => {
  expect(Instant.safeParse('2026-11-21T08:15:00Z').success).toBe(true)
  expect(Instant.safeParse('2026-11-21T08:15:00+01:00').success).toBe(false)
  expect(Instant.safeParse('2026-11-21').success).toBe(false)
})
