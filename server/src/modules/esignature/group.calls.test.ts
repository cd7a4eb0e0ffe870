import { esignature } from '@agency-support/contract/modules/esignature'
import { expect, test } from 'vitest'
import { useEsignature } from '../../../test/esignature.ts'

const world = useEsignature()

test('[ESIG-14] [ESIG-37] a group of Formstack is asked for live', async () => {
  await world.control('POST', '/groups', {
    id: 'g 1/ü',
    startDate: '2024-03-01T09:00:00Z',
    users: [
      { id: '1', email: 'a@smith.test', admin: true, activated: '2024-03-02T09:00:00Z' },
      { id: '2', email: 'b@smith.test', active: false, deactivated: '2025-03-02T09:00:00Z' },
    ],
  })
  const got = await world.reader.call(esignature.group, { agencyId: 52_000, groupId: ' g 1/ü ' })
  expect(got.data).toEqual([
    {
      startDate: '2024-03-01T09:00:00.000Z',
      active: true,
      id: 'g 1/ü',
      users: [
        {
          id: '1',
          email: 'a@smith.test',
          active: true,
          admin: true,
          activated: '2024-03-02T09:00:00.000Z',
          deactivated: null,
          created: '2024-03-01T09:00:00.000Z',
        },
        {
          id: '2',
          email: 'b@smith.test',
          active: false,
          admin: false,
          activated: null,
          deactivated: '2025-03-02T09:00:00.000Z',
          created: '2024-03-01T09:00:00.000Z',
        },
      ],
    },
  ])
})

test('[ESIG-12] [PROV-55] a group id holds 1 to 50 characters, of any group; an unknown one is code 2', async () => {
  const ask = (groupId: string) => world.reader.call(esignature.group, { agencyId: 52_000, groupId })
  expect(await ask('no such')).toMatchObject({ status: 200, code: 2, message: 'Invalid Group Id' })
  expect(await ask('x'.repeat(50))).toMatchObject({ status: 200, code: 2 })
  expect(await ask('  ')).toMatchObject({ status: 400, message: 'Invalid Group Id' })
  expect((await ask('x'.repeat(51))).status).toBe(400)
})

test.each([
  [{ kind: 'status', status: 429, headers: { 'retry-after': '60' } }, 429, 'Formstack is busy.'],
  [{ kind: 'body', body: '<html>' }, 502, 'Formstack gave no usable answer.'],
  [{ kind: 'status', status: 500 }, 503, 'Formstack cannot be reached at the moment.'],
])('when Formstack fails, %j, the call answers code %i and says so', async (fault, code, says) => {
  await world.control('POST', '/fault', { endpoint: 'group', ...fault })
  const got = await world.reader.call(esignature.group, { agencyId: 52_000, groupId: '1' })
  expect([got.status, got.code]).toEqual([200, code])
  expect(got.message).toContain(says)
  const wait = code === 429 ? { retryAfterSeconds: 60 } : {}
  expect(got.refusal).toEqual({ exception: expect.stringMatching(/./) as unknown, ...wait })
})
