import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { useTextingServer } from '../../../test/texting.ts'

const world = useTextingServer()

test('[TEXTING-10] a number that is in service is given without an order, under the rules of one with an order', async () => {
  const manager = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const record = async () => (await manager.call(texting.agency, { agencyId })).data[0]
  const countChanges = async () => {
    const { count } = await world.server.db.read
      .selectFrom('journal')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('event', '=', 'texting.phoneChanged')
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const { agencyId, phone } = await world.newAgency()
  const other = await world.newAgency()
  const phoneNumber = '3855552001'
  const give = async (given: string) => {
    const { status, code, message } = await manager.call(texting.setInServicePhone, {
      agencyId,
      phoneNumber: given,
    })
    return [status, code, message]
  }
  expect(await give(`2${phoneNumber}`)).toEqual([400, 400, 'An 11-digit number must begin with 1.'])
  expect(await give(other.phone)).toEqual([
    200,
    409,
    `This number belongs to agency ${String(other.agencyId).padStart(8, '0')}.`,
  ])
  const notInService = [200, 422, 'This number is not in service at Bandwidth.']
  expect(await give(phoneNumber)).toEqual(notInService)
  await world.switches.set('numbers', { number: phoneNumber, status: 'Aging' })
  expect(await give(phoneNumber)).toEqual(notInService)
  await world.switches.set('numbers', { number: phoneNumber })
  await world.switches.set('fault', { kind: 'status', status: 500, times: 1 })
  expect(await give(phoneNumber)).toEqual([200, 503, 'Bandwidth cannot be reached at the moment.'])
  expect((await record())?.phones).toEqual([{ phone }])
  expect(await countChanges()).toBe(0)
  for (let time = 0; time < 2; time += 1) expect(await give(phoneNumber)).toEqual([200, 0, ''])
  expect((await record())?.phones).toEqual([{ phone: phoneNumber }])
  expect(await countChanges()).toBe(1)
})
