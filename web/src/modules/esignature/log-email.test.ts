import { expect, test } from 'vitest'
import { readLogEmail } from './log-email.ts'

test('[ESIG-26] [PROV-54] the address stands in the json of an entry; what cannot be read shows N/A', () => {
  expect(readLogEmail('{"EmailAddress":"a@smith.test"}')).toBe('a@smith.test')
  for (const bad of ['', '{', 'null', '[]', '"a@smith.test"', '{"EmailAddress":7}', '{"EmailAddress":""}'])
    expect(readLogEmail(bad)).toBe('N/A')
})
