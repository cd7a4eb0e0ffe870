import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { testInstant } from '../../test/journal-rows.ts'
import { appendEntry, type AuditContext, carryInsert, type NewEntry } from './append.ts'

const { db } = useDatabase()

const auditContext: AuditContext = {
  at: testInstant,
  actor: { kind: 'staff', name: 'ann', sessionId: 7 },
  requestId: 'r1',
}
const append = (entry: NewEntry): Promise<void> =>
  db.write.transaction().execute((tx) => appendEntry(tx, auditContext, entry))
const rowsOf = (event: string) =>
  db.read
    .selectFrom('journal')
    .select(['at', 'actor_kind', 'actor', 'session_id', 'request_id', 'event', 'agency_id'])
    .select(['subject', 'before', 'after', 'reason'])
    .where('event', '=', event)
    .execute()

test('an entry stands in the journal with all that it tells and with who acted in which request', async () => {
  await append({
    event: 'test.full',
    agencyId: 11,
    subject: 'Form 10',
    before: { name: 'a', count: 1, isOpen: true, left: null },
    after: {},
    reason: 'asked by phone',
  })
  expect(await rowsOf('test.full')).toEqual([
    {
      at: testInstant,
      actor_kind: 'staff',
      actor: 'ann',
      session_id: 7,
      request_id: 'r1',
      event: 'test.full',
      agency_id: 11,
      subject: 'Form 10',
      before: { name: 'a', count: 1, isOpen: true, left: null },
      after: {},
      reason: 'asked by phone',
    },
  ])
})

test('what an entry does not tell is null, and an actor of its own comes before that of the request', async () => {
  await append({ event: 'test.bare', actor: { kind: 'system', name: 'sign-in', sessionId: null } })
  expect(await rowsOf('test.bare')).toEqual([
    {
      at: testInstant,
      actor_kind: 'system',
      actor: 'sign-in',
      session_id: null,
      request_id: 'r1',
      event: 'test.bare',
      agency_id: null,
      subject: null,
      before: null,
      after: null,
      reason: null,
    },
  ])
})

test('another insert that travels along gets its own values, and takes the entry with it when it fails', async () => {
  const carrier = carryInsert(
    'carry_test_switch',
    (first) => `insert into feature_switch (name, enabled) values ($${first}, $${first + 1})`,
  )
  const write = () =>
    db.write
      .transaction()
      .execute((tx) =>
        appendEntry(tx, auditContext, { event: 'test.carried' }, { carrier, values: ['Carried', true] }),
      )
  await write()
  await expect(write()).rejects.toMatchObject({ code: '23505', statement: 'carry_test_switch' })
  const switches = db.read.selectFrom('feature_switch').select(['name', 'enabled'])
  expect(await switches.where('name', '=', 'Carried').execute()).toEqual([{ name: 'Carried', enabled: true }])
  expect(await rowsOf('test.carried')).toHaveLength(1)
})
