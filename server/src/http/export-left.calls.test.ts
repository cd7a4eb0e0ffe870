import { journal } from '@agency-support/contract/modules/journal'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { allPermissions } from '../../test/people.ts'
import { until } from '../../test/until.ts'
import { withConnection } from '../db/connection.ts'

/** Enough rows for six pages of an export. */
const entries = 11_000
const pages = 6
const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: allPermissions })
  await withConnection(server.database.url, (client) =>
    client.query(
      `insert into journal (at, actor_kind, actor, event, reason)
select now(), 'staff', 'ann', 'journal.exported', 'because' from generate_series(1, $1::integer)`,
      [entries],
    ),
  )
})

/** Reads the first bytes of an export and hangs up. */
async function hangUpEarly(): Promise<void> {
  const headers = { cookie: reader.cookie, 'sec-fetch-site': 'same-origin' }
  const asked = request({ port: server.port, path: '/api/journal/export', headers })
  asked.on('error', () => undefined).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.on('error', () => undefined)
  await once(answer, 'readable')
  answer.read()
  asked.destroy()
}

/** Text that occurs only in the statement of an export page. */
const look = 'with stretch as'

/** How many journal pages this process has queried. */
const countPages = (calls: readonly unknown[][]): number =>
  calls.filter(([asked]) => String((asked as { text?: string }).text ?? asked).includes(look)).length

test('an export whose reader has gone asks the database for nothing more', async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const asked = (): number => countPages(spy.mock.calls)
    await hangUpEarly()
    // A person may run one export at a time, so this succeeds only when the abandoned one has ended.
    await until('the export that was left has ended', async () => {
      return (await reader.call(journal.exportCsv, {})).status === 200
    })
    // The complete export queried every page, the abandoned one only some.
    expect(asked()).toBeGreaterThan(pages)
    expect(asked()).toBeLessThan(2 * pages)
  } finally {
    spy.mockRestore()
  }
  await withConnection(server.database.url, async (client) => {
    const { rows } = await client.query(
      `select query from pg_stat_activity where datname = current_database() and state = 'active' and query like $1
and pid <> pg_backend_pid()`,
      [`%${look}%`],
    )
    expect(rows).toEqual([])
  })
})
