import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { expect, test } from 'vitest'
import { accountActs } from './account-acts.ts'

const blank = { before: null, after: null, reason: null, sessionId: null, requestId: null }
const describeAct = (event: string, given: Partial<JournalEntry> = {}): string | undefined =>
  accountActs[event]?.({
    id: 1,
    at: '2026-11-20T09:00:00Z',
    actorKind: 'staff',
    actor: 'Ada',
    agencyId: null,
    event,
    subject: null,
    ...blank,
    ...given,
  })

test.each([
  ['2000, 2005', '2000, 2006', 'changed the permissions of Lee: gave 2006 and took 2005'],
  ['', '2000, 2006', 'changed the permissions of Lee: gave 2000, 2006'],
  ['2000, 2006', '', 'changed the permissions of Lee: took 2000, 2006'],
  ['2000', '2000', 'changed the permissions of Lee: none changed'],
])('from “%s” to “%s” somebody %s', (before, after, sentence) => {
  const change = { before: { permissions: before }, after: { permissions: after } }
  expect(describeAct('staff.permissionsChanged', { subject: 'Lee', ...change })).toBe(sentence)
})

test('without values no permission is named', () => {
  expect(describeAct('staff.permissionsChanged')).toBe('changed the permissions of somebody: none changed')
  expect(describeAct('staff.permissionsChanged', { subject: 'Lee', after: { permissions: 7 } })).toBe(
    'changed the permissions of Lee: none changed',
  )
})

test('an action names whom or what it was done to', () => {
  const named = Object.keys(accountActs).filter((event) =>
    describeAct(event, { subject: 'Lee' })?.includes('Lee'),
  )
  const groups = (event: string) => event.startsWith('staff.') || event.startsWith('products.')
  expect(named).toEqual(Object.keys(accountActs).filter((event) => groups(event) || event === 'email.purged'))
  for (const event of named) expect(describeAct(event)).not.toMatch(/Lee|null|undefined/)
  expect([describeAct('staff.unlocked'), describeAct('products.deleted', { subject: 'Acme' })]).toEqual([
    'unlocked somebody',
    'deleted product Acme',
  ])
})

test('no two actions are described in the same words', () => {
  const sentences = Object.keys(accountActs).map((event) => describeAct(event, { subject: 'Lee' }))
  expect(new Set(sentences).size).toBe(sentences.length)
})
