import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { useServer } from '../../../server/test/use-server.ts'
import { SeededRandom } from '../random.ts'
import { Sockets } from './exchange.ts'
import { Reports } from './reports.ts'
import { Retry } from './retry.ts'
import { Scheduler } from './scheduler.ts'
import { AgencyWire } from './wire.ts'

const agencyId = 6938
const sockets = new Sockets()
const server = useServer()
beforeAll(() => server.software(agencyId))
afterAll(() => sockets.destroy())

test('a report that is longer than a body should be is sent in parts, and comes whole', async () => {
  const origin = `http://127.0.0.1:${server.port}`
  const wire = new AgencyWire({ origin, agencyKey: testAgentKey(agencyId), sockets })
  const reports = new Reports(wire, new Retry(new Scheduler(), new SeededRandom(1)))
  const errors = Array.from({ length: 450 }, (_, at) => ({
    clientId: String(at).padStart(8, '0'),
    date: '2026-11-20T08:00:00.000Z',
    code: at,
    msg: 'The file is locked. '.repeat(50),
  }))
  await reports.conversionErrors(errors)
  const reader = await server.asNew()
  const { data } = await reader.call(agencyFiles.conversionErrors, { agencyId })
  expect(data.map(({ clientId }) => clientId).sort()).toEqual(errors.map(({ clientId }) => clientId))
  const drafts = await server.db.read
    .selectFrom('agency_report_draft')
    .select(['report', 'committed_at'])
    .execute()
  expect(drafts).toEqual([{ report: 'errors', committed_at: server.clock.now() }])
})
