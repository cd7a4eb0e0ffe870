import { expect, test } from 'vitest'
import { parseAgencyText } from './agency-text.ts'

test('[SIGNALR-02] the lookup asks for ids of 1 to 8 digits, 0 among them, and for nothing else', () => {
  for (const [text, agencyId] of [
    ['0', 0],
    ['6938', 6938],
    ['00006938', 6938],
    ['99999999', 99_999_999],
  ] as const)
    expect(parseAgencyText(text)).toBe(agencyId)
  for (const text of [undefined, '', '-1', '1.5', '100000000', '１', 'ABC'])
    expect(parseAgencyText(text)).toBeUndefined()
})
