import { texting } from '@agency-support/contract/modules/texting'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { deleteOldMessages } from './retention.ts'

const day = 24 * 60 * 60

test('[PROV-69] a text message is deleted 180 days after it was sent', async () => {
  await using server = await testServer()
  const software = await server.software(6938)
  const message = (id: string) => ({
    id,
    at: server.clock.now().toISOString(),
    source: 1,
    intPhone: '8015550142',
    extPhone: '3855550100',
    type: 0,
    status: 2,
    text: 'Hello',
  })
  await software.call(texting.reportMessages, { events: [message('first')] })
  server.clock.turn(day)
  await software.call(texting.reportMessages, { events: [message('second')] })
  server.clock.turn(178 * day)
  await deleteOldMessages(server.db, server.clock.now())
  const ids = () => server.db.read.selectFrom('text_message').select('message_id').orderBy('at').execute()
  expect(await ids()).toEqual([{ message_id: 'first' }, { message_id: 'second' }])
  server.clock.turn(1.5 * day)
  await deleteOldMessages(server.db, server.clock.now())
  expect(await ids()).toEqual([{ message_id: 'second' }])
})

test('old texts are deleted by short transactions', async () => {
  await using server = await testServer()
  const insert = `insert into text_message (message_id, source, int_phone, ext_phone, type, text, status, status_at, at)
select n::text, 1, '8015550142', '3855550100', 0, '', 2, $1, $1 from generate_series(1, $2) n`
  const at = plusSeconds(server.clock.now(), -181 * day)
  const rows = { table: 'text_message', insert, number: 10_001, at }
  const counts = await countDeletions(server.db, rows, () => deleteOldMessages(server.db, server.clock.now()))
  expect(counts).toEqual([5_000, 5_000, 1])
})
