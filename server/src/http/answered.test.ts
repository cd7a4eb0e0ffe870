import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { madeUpServer } from '../../test/made-up.ts'
import { until } from '../../test/until.ts'

test('each request is a line of the log with its number, call, status and who asked, but no query', async () => {
  await using server = await madeUpServer({ accessLog: true })
  const client = await server.asNew({ permissions: [P.CanAccess] })
  // No agency has this number here.
  const read = await client.call(agencies.config, { agencyId: 6938 })
  const missing = await client.send({ method: 'GET', path: '/api/nowhere?name=Ada' })
  await client.call(agencies.updateName, { agencyId: 6938, name: 'Not allowed' })
  await until('three lines are written', () => server.logged.length === 3)
  const staffId: unknown = expect.any(Number)
  const [first, second, third] = server.logged.map(({ level, event, facts }) => ({ level, event, ...facts }))
  const requestId = read.headers['x-request-id']
  const ofRead = { requestId, method: 'POST', url: '/api/request', call: 'agencies.config', status: 200 }
  expect(first).toMatchObject({ level: 'info', event: 'request', ...ofRead, outcome: 'refused', staffId })
  const ofMissing = { requestId: missing.headers['x-request-id'], url: '/api/nowhere', status: 404 }
  expect(second).toMatchObject({ ...ofMissing, outcome: 'denied', call: undefined, staffId: undefined })
  expect(third).toMatchObject({ call: 'agencies.updateName', status: 403, outcome: 'denied' })
  expect(JSON.stringify(server.logged)).not.toMatch(/Ada|Not allowed/)
})
