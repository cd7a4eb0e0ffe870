import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { until } from '../../../test/until.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { systemClock } from '../../lib/clock.ts'
import { withConnection } from '../../db/connection.ts'
import { openDatabase } from '../../db/open.ts'
import { openLog } from '../../lib/log.ts'
import type { WorkKind } from './kind.ts'
import { OutsideWorkQueue } from './outside-work.ts'
import { readWork } from './store.ts'

const { database } = useDatabase()

const kind: WorkKind<string, number, null> = {
  name: 'test.role',
  module: 'agencies',
  input: z.string(),
  progress: z.int(),
  step: () =>
    Promise.resolve({ is: 'done', entry: { event: 'agencies.renamed', after: { name: 'a' } } } as const),
}

/** The grants of docs/operations.md, for this role. */
async function readGrants(role: string): Promise<string> {
  const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const grants = /^-- connected to .*\n([^`]*)```/m.exec(page)?.[1] ?? ''
  expect(grants).toContain('grant ')
  return grants.replaceAll('support_server', role)
}

test('a role with the rights of the documentation carries out work', async () => {
  const role = `server_${randomBytes(6).toString('hex')}`
  const grants = await readGrants(role)
  await withConnection(database.url, (client) => client.query(`create role ${role} login; ${grants}`))
  onTestFinished(() =>
    withConnection(database.url, async (client) => {
      await client.query(`drop owned by ${role}; drop role ${role}`)
    }),
  )
  const url = new URL(database.url)
  url.username = role
  const db = openDatabase({ url: url.href, poolSize: 2, onError: () => undefined })
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const queue = new OutsideWorkQueue({ db, clock: systemClock, log })
  onTestFinished(() => db.close())
  onTestFinished(() => queue.stop())
  await queue.open()
  queue.start([kind], null, { hint: () => undefined, committed: () => undefined })
  await db.write
    .transaction()
    .execute((tx) => queue.add(tx, kind, { agencyId: 1, input: 'a', by: 'ann', progress: 1 }))
  await until('it has ended', async () => (await readWork(db.read, 1, kind.name))?.ended_at instanceof Date)
  expect(lines).toEqual([])
})
