import { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { type TestServer, testServer } from '../../../server/test/app.ts'
import { testDatabase } from '../../../server/test/database.ts'
import { until } from '../../../server/test/until.ts'
import { SeededRandom } from '../random.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'
import { Scheduler } from './scheduler.ts'
import { getTexters, runTextingSoftware } from './texting-software.ts'

const facts = {
  agencyId: 6938,
  versionDisplay: '5.4.2',
  isOnline: false,
  timeZoneId: 'America/Chicago',
  status: 2,
}

test('up to three people who may sign in have the texting software open, the same ones in every run', () => {
  const users = getUsers(getProfile(facts))
  const texters = getTexters(users)
  expect(texters).toHaveLength(3)
  for (const username of texters)
    expect(users).toContainEqual(expect.objectContaining({ username, status: 0 }))
  expect(getTexters(getUsers(getProfile(facts)))).toEqual(texters)
})

async function listed(server: TestServer, initials: readonly string[]): Promise<void> {
  const staff = await server.asNew()
  await until(`the hub lists "${initials.join(', ')}"`, async () => {
    const { data } = await staff.call(textingPresence.initials, { agencyId: 6938 })
    return data.map((one) => one.initials).join() === initials.join()
  })
}

test('they are connected, again after the server was away, and gone when the software ends', async () => {
  const database = await testDatabase()
  const first = await testServer({ database })
  const { port } = first
  await first.software(6938)
  const scheduler = new Scheduler()
  const context = { origin: `http://127.0.0.1:${port}`, scheduler, speed: 1 }
  const parts = { agencyKey: testAgentKey(6938), context, random: new SeededRandom(1) }
  const running = ['ABC', 'DEF'].map((initials) => runTextingSoftware(initials, parts))
  await listed(first, ['ABC', 'DEF'])
  await first.close()
  const second = await testServer({ database, config: { port } })
  await listed(second, ['ABC', 'DEF'])
  scheduler.close()
  await Promise.all(running)
  await listed(second, [])
  await second.close()
  await database.drop()
})
