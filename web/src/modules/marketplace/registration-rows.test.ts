import { expect, test } from 'vitest'
import { toRows } from './registration-rows.ts'

const registration = {
  initials: 'ABC',
  email: 'abc@smith.test',
  confirmed: false,
  confirmationCode: '123456',
  codeExpiration: '2026-11-22T10:00:00Z',
}
const at = (time: string) => Date.parse(`2026-11-22T${time}Z`)
const rowAt = (time: string, confirmed = false) => toRows([{ ...registration, confirmed }], at(time))[0]

test('a pending registration counts down to the ten minutes after its expiration', () => {
  expect(rowAt('10:04:00')).toMatchObject({ status: 'Pending', countdown: 'expires in 6 min' })
  expect(rowAt('10:09:59')).toMatchObject({ status: 'Pending', countdown: 'expires in under 1 min' })
  expect(rowAt('08:11:00')).toMatchObject({ countdown: 'expires in 119 min' })
  expect(rowAt('08:10:00')).toMatchObject({ countdown: 'expires in 2 h' })
  expect(toRows([registration], Date.parse('2026-11-20T10:10:00Z'))[0]).toMatchObject({
    countdown: 'expires in 2 d',
  })
  expect(rowAt('07:00:00')).toMatchObject({ countdown: 'expires in 3 h' })
  const early = Date.parse('2026-10-25T10:10:00Z')
  expect(toRows([registration], early)[0]).toMatchObject({ countdown: 'expires in 28 d' })
  expect(rowAt('10:10:00')).toMatchObject({ status: 'Expired', countdown: null })
  expect(rowAt('10:10:00', true)).toMatchObject({ status: 'Registered', countdown: null })
})
