import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { expect, test } from 'vitest'
import { openStream } from '../../../test/event-stream.ts'
import { useServer } from '../../../test/use-server.ts'

const server = useServer()

const entries = [
  { username: 'ABC', created: '2026-11-19T08:01:00.000Z', outcome: 3, ip: '10.0.0.4', hostname: 'FRONT-1' },
]

test('a new sign-in is told to open screens, one that was reported before is not', async () => {
  const stream = await openStream(server, await server.asNew())
  const software = { first: await server.software(6938), other: await server.software(8951) }
  for (const reports of ['first', 'first', 'other'] as const) {
    await software[reports].call(agencyUsers.reportSignins, { entries })
    const agencyId = reports === 'first' ? 6938 : 8951
    await stream.sees('the sign-in', (hint) => hint.agencyId === agencyId)
  }
  const hint = { module: 'agencyUsers', event: null }
  expect(stream.hints().filter(({ module }) => module === 'agencyUsers')).toEqual([
    { ...hint, agencyId: 6938 },
    { ...hint, agencyId: 8951 },
  ])
  stream.drop()
})
