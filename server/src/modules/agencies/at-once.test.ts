import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let ada: TestClient
beforeAll(async () => {
  ada = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
})

interface Answer {
  code: number
  message: string
  value: unknown
}

// Whoever waits longer than a second and a half for a connection, as on a busy machine, is told that nothing was changed
// and to come again.
async function comingAgain<A extends { code: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.code !== 503) return answer
  }
}

/** Each field that is saved separately: an agency, values to set, and how to set them. */
const fields: Record<
  string,
  { agencyId: number; values: unknown[]; set: (value: unknown) => Promise<Answer> }
> = {
  name: {
    agencyId: 1,
    values: ['One', 'Two', 'Three'],
    set: async (name) => {
      const got = await comingAgain(() => ada.call(agencies.updateName, { agencyId: 1, name: String(name) }))
      return { ...got, value: got.data[0]?.name }
    },
  },
  status: {
    agencyId: 2,
    values: [1, 2, 3],
    set: async (status) => {
      const got = await comingAgain(() =>
        ada.call(agencies.updateStatus, { agencyId: 2, status: Number(status) }),
      )
      return { ...got, value: got.data[0]?.status }
    },
  },
  storageMode: {
    agencyId: 3,
    values: [0, 1, 2],
    set: async (mode) => {
      const got = await comingAgain(() =>
        ada.call(agencies.updateStorageMode, { agencyId: 3, mode: Number(mode) }),
      )
      return { ...got, value: got.data[0]?.storageMode }
    },
  },
}

describe.each(Object.entries(fields))('%s without a version', (_field, { agencyId, values, set }) => {
  test('the last change wins: one person’s own changes at once are never stale', async () => {
    await server.agency(agencyId)
    const wanted = Array.from({ length: 15 }, (_, turn) => values[turn % 3])
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(wanted.map(set))
      expect(answers.map(({ code, message }) => [code, message])).toEqual(wanted.map(() => [0, '']))
      expect(answers.map(({ value }) => value)).toEqual(wanted)
    }
    const rows = await server.db.read
      .selectFrom('journal')
      .select(['before', 'after'])
      .where('agency_id', '=', agencyId)
      .orderBy('seq')
      .execute()
    for (const [turn, { before }] of rows.entries())
      if (turn > 0) expect(before).toEqual(rows[turn - 1]?.after)
  })
})
