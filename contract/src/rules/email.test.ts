import { expect, test } from 'vitest'
import { email } from '../modules/email.ts'
import {
  asksFirst,
  cutRemark,
  isCut,
  type PurgeResult,
  purgeAccount,
  purgeSentence,
  type SuppressionKey,
  suppressionId,
  typeLabel,
} from './email.ts'

const row = (more: Partial<SuppressionKey> = {}): SuppressionKey => ({
  email: 'ann@smith.example',
  type: 'bounce',
  is6x: false,
  ...more,
})

test('[PROV-32] a kind is shown with a capital, 6.x behind it; address, kind and mode tell rows apart', () => {
  expect(typeLabel(row())).toBe('Bounce')
  expect(typeLabel(row({ type: 'spam', is6x: true }))).toBe('Spam (6x)')
  const ids = [row(), row({ is6x: true }), row({ type: 'spam' }), row({ email: 'ANN@smith.example' })].map(
    suppressionId,
  )
  expect(new Set(ids).size).toBe(3)
  expect(ids[3]).toBe(ids[0])
  expect(ids[0]).toBe('ann@smith.example bounce 5x')
})

test('[PROV-30] that a list was cut is read from the message, also behind a list that is missing', () => {
  const missing = 'Not listed: Spam, since SendGrid is busy.'
  expect(['', missing, cutRemark('Bounce'), `${missing} ${cutRemark('Bounce')}`].map(isCut)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a purge of 11 addresses asks first, one of 10 does not', () => {
  expect([asksFirst(10), asksFirst(11)]).toEqual([false, true])
})

test('[PROV-37] the account of a purge counts, names five with their reasons, and how many more', () => {
  const result = (at: number, message: string): PurgeResult => ({
    ...row({ email: `${at}@b.example`, is6x: at === 2 }),
    purged: message === '',
    message,
  })
  expect(purgeSentence([result(1, ''), result(2, 'busy'), result(3, 'away')])).toBe(
    '1 of 3 addresses were purged. Not purged: 2@b.example (bounce, 6x): busy; 3@b.example (bounce): away',
  )
  const seven = Array.from({ length: 7 }, (_, at) => result(at + 10, 'away'))
  expect(purgeSentence(seven)).toMatch(/14@b\.example \(bounce\): away and 2 more$/)
  const says = email.purge.refusals.partial[1]
  const account: Readonly<Record<string, unknown>> = purgeAccount(seven)
  expect(says.replace(/\{(\w+)\}/g, (_, name: string) => String(account[name]))).toBe(purgeSentence(seven))
})
