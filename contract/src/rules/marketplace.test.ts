import { expect, test } from 'vitest'
import {
  changeReset,
  fitReset,
  isResetValid,
  isTestAgency,
  noReset,
  toRegistrationStatus,
} from './marketplace.ts'

test('[MARKET-02] a registration is Expired from exactly ten minutes past its expiration', () => {
  const unconfirmed = { confirmed: false, codeExpiration: '2026-11-22T10:00:00Z' }
  const at = (time: string) => Date.parse(`2026-11-22T${time}Z`)
  expect(toRegistrationStatus(unconfirmed, at('09:00:00'))).toBe('Pending')
  expect(toRegistrationStatus(unconfirmed, at('10:00:01'))).toBe('Pending')
  expect(toRegistrationStatus(unconfirmed, at('10:09:59.999'))).toBe('Pending')
  expect(toRegistrationStatus(unconfirmed, at('10:10:00'))).toBe('Expired')
  expect(toRegistrationStatus({ ...unconfirmed, confirmed: true }, at('23:00:00'))).toBe('Registered')
})

test('[MARKET-10] a test agency has an id of 90000000 or more', () => {
  expect(isTestAgency(90_000_000)).toBe(true)
  expect(isTestAgency(89_999_999)).toBe(false)
})

test('[MARKET-11] a reset needs a registration reset, a subscription reset or the storage clear', () => {
  expect(isResetValid(noReset)).toBe(false)
  expect(isResetValid({ ...noReset, initials: 'ABC', productId: 3, domains: true })).toBe(false)
  for (const chosen of ['registration', 'subscriptions', 'storage'] as const)
    expect(isResetValid({ ...noReset, [chosen]: true })).toBe(true)
})

test('[MARKET-13] unticking the storage clear unticks the clearing of domains', () => {
  const both = changeReset(changeReset(noReset, { storage: true }), { domains: true })
  expect(both).toEqual({ ...noReset, storage: true, domains: true })
  expect(changeReset(both, { storage: false })).toEqual(noReset)
  expect(changeReset(both, { registration: true })).toMatchObject({ domains: true, registration: true })
})

test('[MARKET-14] with All as the single option nothing of it is chosen, and what is gone never becomes all', () => {
  const targets = { initials: ['ABC'], productIds: [7] }
  const all = { ...noReset, registration: true, subscriptions: true }
  expect(fitReset(all, targets)).toEqual(all)
  expect(fitReset(all, { initials: [], productIds: [] })).toEqual(noReset)
  const one = { ...all, initials: 'ABC', productId: 7 }
  expect(fitReset(one, targets)).toEqual(one)
  expect(fitReset(one, { initials: ['BCD'], productIds: [8] })).toEqual(noReset)
})
