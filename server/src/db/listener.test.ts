import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { useDatabase } from '../../test/use-database.ts'
import { Listener } from './listener.ts'

const { db } = useDatabase()
const received: string[] = []
let listener: Listener
const openListener = (channel: string): Listener =>
  new Listener({
    open: () => db.client('test listener'),
    channel,
    onNotification: (payload) => received.push(payload),
    onListening: () => received.push('listening'),
    onLost: () => received.push('lost'),
  })
beforeEach(() => {
  received.length = 0
  listener = openListener('made_up')
})
afterEach(() => listener.stop())

const notify = (text: string) => sql`select pg_notify('made_up', ${text})`.execute(db.write)
/** Ends the listener's connections; returns how many there were. */
async function cut(): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'test listener'`.execute(db.write)
  return rows.length
}

test('it receives what is sent on its channel, from when it said that it listens', async () => {
  await notify('too early')
  await listener.check()
  await notify('one')
  await sql`select pg_notify('other', 'elsewhere')`.execute(db.write)
  await notify('')
  await until('both are received', () => received.length === 3)
  expect(received).toEqual(['listening', 'one', ''])
})

test('a check of an open connection opens no other, and nothing is missed by it', async () => {
  for (let times = 0; times < 3; times += 1) await listener.check()
  await notify('once')
  await until('it is received', () => received.includes('once'))
  expect(received).toEqual(['listening', 'once'])
  expect(await cut()).toBe(1)
})

test('a connection that is cut is reported once, and the next check opens another', async () => {
  await listener.check()
  await cut()
  await until('the loss is reported', () => received.includes('lost'))
  await notify('missed')
  await listener.check()
  await notify('again')
  await until('it receives again', () => received.includes('again'))
  expect(received).toEqual(['listening', 'lost', 'listening', 'again'])
})

test('while no connection can be had every check tries, and none is a loss', async () => {
  const blind = openListener('no channel')
  for (let times = 0; times < 3; times += 1) await blind.check()
  expect(received).toEqual([])
  await until('nothing of the tries is left', async () => (await cut()) === 0)
  await blind.stop()
})

test('once stopped it is no loss, opens nothing and says nothing', async () => {
  await listener.check()
  await listener.stop()
  await listener.check()
  listener.ask('select 1')
  await notify('too late')
  await until('its connection is gone', async () => (await cut()) === 0)
  expect(received).toEqual(['listening'])
})

test('what is asked of it goes over its connection, and a failure of that is none of its own', async () => {
  await listener.check()
  listener.ask('select 1 / 0')
  listener.ask('select pg_notify($1, $2)', ['made_up', 'by itself'])
  await until('it receives its own', () => received.includes('by itself'))
  expect(received).toEqual(['listening', 'by itself'])
})
