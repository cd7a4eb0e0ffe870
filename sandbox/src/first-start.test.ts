import { existsSync } from 'node:fs'
import type { OpenDatabase } from '@agency-support/server/db/open'
import { expect, test } from 'vitest'
import type { Program } from '../../server/test/program.ts'
import { until } from '../../server/test/until.ts'
import { sandboxPrograms, started } from '../test/sandbox-programs.ts'
import { listUnfinished } from './initialise.ts'
import { readHolder } from './lock.ts'

const sandbox = sandboxPrograms()

async function kill(program: Program): Promise<void> {
  program.child.kill('SIGKILL')
  await program.ended
}

async function count(
  { read }: OpenDatabase,
  table: 'agency' | 'product' | 'staff' | 'system_alert',
): Promise<number> {
  const rows = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('all'))
    .execute()
  return Number(rows[0]?.all)
}

test('a first start that is killed while the cluster, the demo data or its products are made is completed by the next one', async () => {
  const { paths } = sandbox
  const cluster = sandbox.run('start')
  await until('initdb runs', () => listUnfinished(paths.database).length > 0)
  await kill(cluster)
  expect(existsSync(paths.database)).toBe(false)

  const filling = sandbox.run('start')
  await filling.says(/^Demo data: 20 agencies/m)
  await kill(filling)

  const offering = sandbox.run('start')
  await until('its database is known', () => readHolder(paths.lock)?.databaseUrl !== undefined)
  const killed = sandbox.open()
  // Migrations create two of them.
  await until('some products are made', async () => (await count(killed, 'product')) > 3)
  await kill(offering)
  // As after a day.
  await killed.write.deleteFrom('idempotency').execute()
  await killed.close()

  const whole = sandbox.run('start')
  await started(whole)
  const database = sandbox.open()
  expect(await count(database, 'agency')).toBe(20)
  expect(await count(database, 'staff')).toBe(3)
  expect(await count(database, 'system_alert')).toBe(3)
  expect(await count(database, 'product')).toBe(8)
  await database.close()
  whole.child.kill('SIGINT')
  expect(await whole.ended).toBe(0)
})
