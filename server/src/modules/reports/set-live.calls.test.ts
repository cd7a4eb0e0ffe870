import { esignature } from '@agency-support/contract/modules/esignature'
import { reports } from '@agency-support/contract/modules/reports'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { cancelled, subscribed } from '../../../test/esignature.ts'

const { setProductStatus } = texting
const server = useServer()

test('[RPT-BILLING-10] [RPT-ACTIVATION-10] [MKT-72] [MKT-73] what support sets live is enabled in both reports, subscribed or not', async () => {
  const reader = await server.asNew()
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const at = server.clock.now().toISOString()
  for (const [agencyId, reported, ...set] of [
    [12, 1, 0],
    [14, 1, 0, 1],
    [15, 2, 0],
    [16, 0, 0],
  ] as const) {
    const told = { events: [subscribed('begun', at), cancelled('ended', at)].slice(0, reported) }
    expect((await (await server.software(agencyId)).call(esignature.report, told)).code).toBe(0)
    for (const status of set)
      expect((await manager.call(setProductStatus, { agencyId, productKey: 3, status })).code).toBe(0)
  }
  const { data: listed } = await reader.call(reports.products, {})
  const productId = listed.find(({ keyId }) => keyId === 3)?.productId ?? 0
  const { data: billed } = await reader.call(reports.billing, { productId })
  expect(billed.map(({ agencyId, status, subscribed }) => [agencyId, status, subscribed])).toEqual([
    [12, 0, true],
    [14, 1, true],
    [15, 0, false],
  ])
  const { data: activated } = await reader.call(reports.activation, { productId })
  expect(activated.map(({ agencyId, enabled, subscribed }) => [agencyId, enabled, subscribed])).toEqual([
    [12, true, true],
    [14, false, true],
    [15, true, false],
    [16, true, false],
  ])
})
