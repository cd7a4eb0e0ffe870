import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'

const server = useServer()

test('a release is written down with the newest token where the software does not say when it was', async () => {
  const { agencyId, software } = await server.newSoftware()
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true })
    .where('agency_id', '=', agencyId)
    .execute()
  const kept = { expiration: '2026-11-20T20:00:00.000Z', source: 'Desktop', winUserName: 'ann' }
  const tokens = [
    { ...kept, created: '2026-11-19T08:00:00.000Z', hostName: 'FRONT-1' },
    { ...kept, created: '2026-11-20T07:00:00.000Z', hostName: 'DESK-2' },
  ]
  await software.call(seats.reportSeats, {
    licensedSeats: 1,
    seats: [{ username: 'LEE', lastSigninAt: null, lastTokenAt: null, tokens }],
  })
  const manager = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  const released = await manager.call(seats.release, { agencyId: String(agencyId), username: 'LEE' })
  expect(released.code).toBe(0)
  const row = await server.db.read
    .selectFrom('journal')
    .select('before')
    .where('agency_id', '=', agencyId)
    .where('event', '=', 'seats.released')
    .executeTakeFirst()
  expect(row?.before).toEqual({
    seat: 'LEE',
    lastTokenAt: '2026-11-20T07:00:00.000Z',
    computers: 'DESK-2, FRONT-1',
  })
})
