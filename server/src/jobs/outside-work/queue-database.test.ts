import { expect, onTestFinished, test } from 'vitest'
import { relayTo } from '../../../test/silence.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { openDatabase } from '../../db/open.ts'
import { QueueDatabase } from './queue-database.ts'

const { database } = useDatabase()

test('connections that carry nothing any more fail what they were asked, and others take their place', async () => {
  await using relay = await relayTo(database.url)
  const db = openDatabase({ url: relay.url, poolSize: 1, onError: () => undefined })
  const queue = new QueueDatabase({ db, onError: () => undefined })
  onTestFinished(async () => {
    await queue.end()
    await db.close()
  })
  const ask = (): Promise<unknown> => queue.executeSql('select 1 as n')
  // As many as the queue keeps.
  const askBoth = () => Promise.allSettled([ask(), ask()])
  expect((await askBoth()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  relay.fallSilent()
  expect((await askBoth()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toMatchObject({ rows: [{ n: 1 }] })
})
