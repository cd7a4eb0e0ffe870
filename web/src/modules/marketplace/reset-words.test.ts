import { noReset } from '@agency-support/contract/rules/marketplace'
import { expect, test } from 'vitest'
import { toSentences, whyEmpty } from './reset-words.ts'

const stock = {
  initials: ['ABC', 'BCD'],
  products: [{ id: 7, name: 'Mail' }],
  cloud: { clientFiles: 1_234, domainFiles: 1 },
}

test('a reset says what it would do, part by part', () => {
  expect(toSentences(noReset, stock)).toEqual([])
  const all = { ...noReset, registration: true, subscriptions: true, storage: true }
  expect(toSentences(all, stock)).toEqual([
    'Removes 2 registrations.',
    'Ends subscription and opt-in of 1 product.',
    'Removes 1,234 client files from the cloud. They cannot be brought back.',
  ])
  const some = { ...all, initials: 'BCD', productId: 7, domains: true }
  expect(toSentences(some, stock)).toEqual([
    'Removes the registration of BCD.',
    'Ends subscription and opt-in of Mail.',
    'Removes 1,235 client files from the cloud, those of the domains too. They cannot be brought back.',
  ])
})

test('[MARKET-14] a list without an entry says so, and one that is not loaded says that', () => {
  const none = 'There are no registrations.'
  expect([[], ['ABC'], undefined].map((list) => whyEmpty(list, none))).toEqual([
    none,
    undefined,
    'The list above is not loaded.',
  ])
})
