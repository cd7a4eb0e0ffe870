import { expect, test, vi } from 'vitest'
import { testServer } from '../test/app.ts'
import { until } from '../test/until.ts'
import { daySeconds, plusSeconds } from './lib/clock.ts'

test('[PROV-41] [PROV-69] a running server deletes email events and texts by itself after 180 days', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  await using server = await testServer()
  const { read, write } = server.db
  const ago = (days: number) => plusSeconds(server.clock.now(), -days * daySeconds)
  const mail = { event: 0, to_email: 'ann@lee.example', category: 0 }
  const text = { source: 1, int_phone: '8015550142', ext_phone: '3855550100', type: 0, text: '', status: 2 }
  for (const days of [179, 181]) {
    const [id, at] = [String(days), ago(days)]
    await write
      .insertInto('agency_email_event')
      .values({ ...mail, sg_event_id: id, sent_at: at })
      .execute()
    await write
      .insertInto('text_message')
      .values({ ...text, message_id: id, status_at: at, at })
      .execute()
  }
  const kept = async () => {
    const mails = read.selectFrom('agency_email_event').select('sg_event_id as id').orderBy('id')
    const texts = read.selectFrom('text_message').select('message_id as id').orderBy('id')
    return [...(await mails.execute()), ...(await texts.execute())].map(({ id }) => id)
  }
  expect(await kept()).toEqual(['179', '181', '179', '181'])
  // Only these: with fake timers ten minutes pass for the watchdog of the connections too, and it closes them.
  for (const [work, everyMs] of timers.mock.calls) if (everyMs === 10 * 60 * 1000) work()
  await until('both are gone', async () => (await kept()).length === 2)
  expect(await kept()).toEqual(['179', '179'])
})
