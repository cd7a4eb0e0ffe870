import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { expect, onTestFinished, test } from 'vitest'
import { textingServer } from '../../../test/texting.ts'

test('[PROV-66] [PROV-68] without a phone texting is not enabled and nothing is sent to Bandwidth, and where there is no TCR number nothing is deleted', async () => {
  const { server, close } = await textingServer()
  onTestFinished(close)
  const manager = await server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const agencyId = 7_000
  const software = await server.software(agencyId)
  const at = server.clock.now().toISOString()
  await software.call(texting.reportSetUp, {
    events: [{ kind: 'campaign', id: 'campaign', at, tcrNumber: 'CJEUMDK' }],
  })
  for (const number of ['CJEUMDK', 'CJEUMD2'])
    expect((await manager.call(texting.setTcrNumber, { agencyId, number })).code).toBe(0)
  expect((await manager.call(texting.agency, { agencyId })).data).toMatchObject([
    { phones: [], tcrNumber: 'CJEUMD2' },
  ])
  expect(await manager.call(texting.setProductStatus, { agencyId, productKey: 5, status: 0 })).toMatchObject({
    status: 200,
    code: 422,
    message: 'A phone number and a TCR number are required.',
  })
  expect((await manager.call(texting.productStatus, { agencyId, productKey: 5 })).data).toMatchObject([
    { status: 1 },
  ])
  expect((await manager.call(texting.removeTcrNumber, { agencyId })).code).toBe(0)
  expect(await manager.call(texting.removeTcrNumber, { agencyId })).toMatchObject({
    status: 200,
    code: 2,
    message: 'The agency has no TCR number.',
  })
  expect((await manager.call(texting.work, { agencyId })).data).toMatchObject([{ campaign: null }])
  const rows = await server.db.read
    .selectFrom('journal')
    .select('event')
    .where('agency_id', '=', agencyId)
    .where('actor_kind', '=', 'staff')
    .orderBy('seq')
    .execute()
  expect(rows.map(({ event }) => event)).toEqual(['texting.tcrChanged', 'texting.tcrRemoved'])
})
