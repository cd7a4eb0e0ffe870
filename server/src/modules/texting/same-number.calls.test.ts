import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { expect, onTestFinished, test } from 'vitest'
import { textingServer } from '../../../test/texting.ts'

test('another order of the number that the agency has leaves its campaign at Bandwidth alone', async () => {
  const { server, switches, newAgency, close } = await textingServer()
  onTestFinished(close)
  const manager = await server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const { agencyId, phone } = await newAgency({ tcrNumber: 'CJEUMDK' })
  await switches.set('numbers', { number: phone, campaignId: 'CJEUMDK' })
  await switches.set('orders', { id: 'order-again', kind: 'standard', numbers: [phone] })
  const again = { agencyId, phoneNumber: phone, orderId: 'order-again', isStandardOrder: true }
  expect((await manager.call(texting.setPhone, again)).data).toEqual([{ pending: false }])
  expect((await manager.call(texting.work, { agencyId })).data).toMatchObject([{ campaign: null }])
})
