import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { useTextingServer } from '../../../test/texting.ts'

type Person = TestClient & { person: { username: string } }
const world = useTextingServer()
let ann: Person
let ben: Person
beforeAll(async () => {
  const permissions = [P.CanAccess, P.CanManageTexting]
  ann = await world.server.asNew({ permissions })
  ben = await world.server.asNew({ permissions })
})
afterEach(() => world.switches.reset())

const read = async (agencyId: number) => (await ann.call(texting.agency, { agencyId })).data[0]
const readJournal = (agencyId: number) =>
  world.server.db.read
    .selectFrom('journal')
    .select(['event', 'actor', 'before', 'after'])
    .where('agency_id', '=', agencyId)
    .where('actor_kind', '=', 'staff')
    .orderBy('seq')
    .execute()

test.each(['setTcrNumber', 'setTcrNumberByRequest'] as const)(
  '[TEXTING-19] [TEXTING-11] a TCR number that somebody changed meanwhile is not overwritten by %s',
  async (name) => {
    const { agencyId } = await world.newAgency({ tcrNumber: 'CFIRST' })
    const version = (await read(agencyId))?.version ?? 0
    expect((await ben.call(texting.setTcrNumber, { agencyId, number: 'CTHEIRS', version })).code).toBe(0)
    const changedAt = world.server.clock.now().toISOString()
    world.server.clock.turn(60)
    const stale = await ann.call(texting[name], { agencyId, number: 'CMINE', version })
    expect(stale).toMatchObject({
      status: 200,
      code: 409,
      message: `${ben.person.username} changed the TCR number to CTHEIRS at ${changedAt}. Your number was not saved.`,
    })
    const current = version + 1
    expect(stale.refusal).toEqual({
      changedBy: ben.person.username,
      changedAt,
      current: 'CTHEIRS',
      yours: 'CMINE',
      version: current,
    })
    expect((await read(agencyId))?.tcrNumber).toBe('CTHEIRS')
    expect((await ann.call(texting[name], { agencyId, number: 'CMINE', version: current })).code).toBe(0)
    expect((await read(agencyId))?.tcrNumber).toBe('CMINE')
    const event = 'texting.tcrChanged'
    expect(await readJournal(agencyId)).toEqual([
      { event, actor: ben.person.username, before: { tcrNumber: 'CFIRST' }, after: { tcrNumber: 'CTHEIRS' } },
      { event, actor: ann.person.username, before: { tcrNumber: 'CTHEIRS' }, after: { tcrNumber: 'CMINE' } },
    ])
  },
)

test('[TEXTING-10] [TEXTING-12] a number that somebody changed meanwhile is not overwritten, with an order or without', async () => {
  const { agencyId } = await world.newAgency()
  const version = (await read(agencyId))?.version ?? 0
  const [theirs, mine, orderId] = ['3855550301', '3855550302', 'order-of-mine']
  for (const number of [theirs, mine]) await world.switches.set('numbers', { number })
  await world.switches.set('orders', { id: orderId, kind: 'standard', numbers: [mine] })
  const inService = { agencyId, phoneNumber: theirs, version }
  const changedAt = world.server.clock.now().toISOString()
  expect((await ben.call(texting.setInServicePhone, inService)).code).toBe(0)
  world.server.clock.turn(60)
  const ask = (known: number | undefined) => [
    () => ann.call(texting.setInServicePhone, { agencyId, phoneNumber: mine, version: known }),
    () =>
      ann.call(texting.setPhone, {
        agencyId,
        phoneNumber: mine,
        orderId,
        isStandardOrder: true,
        version: known,
      }),
  ]
  const by = ben.person.username
  for (const one of ask(version))
    expect(await one()).toMatchObject({
      code: 409,
      message: `${by} changed the phone number to ${theirs} at ${changedAt}. Your number was not saved.`,
      refusal: { changedBy: by, changedAt, current: theirs, yours: mine, version: version + 1 },
    })
  expect((await read(agencyId))?.phones).toEqual([{ phone: theirs }])
  const [knowingly] = ask(version + 1)
  expect((await knowingly?.())?.code).toBe(0)
  expect((await read(agencyId))?.phones).toEqual([{ phone: mine }])
})

test('of a TCR number that somebody removed meanwhile it is told who did, and when', async () => {
  const { agencyId } = await world.newAgency({ tcrNumber: 'CFIRST' })
  const version = (await read(agencyId))?.version ?? 0
  const changedAt = world.server.clock.now().toISOString()
  expect((await ben.call(texting.removeTcrNumber, { agencyId })).code).toBe(0)
  expect(await ann.call(texting.setTcrNumber, { agencyId, number: 'CMINE', version })).toMatchObject({
    code: 409,
    message: `${ben.person.username} changed the TCR number at ${changedAt}. Your number was not saved.`,
    refusal: { changedAt, current: '' },
  })
})

test('[TEXTING-21] [TEXTING-22] whoever removes a TCR number stands in the journal with what was there', async () => {
  const { agencyId } = await world.newAgency({ tcrNumber: 'CFIRST' })
  expect((await ben.call(texting.setProductStatus, { agencyId, productKey: 5, status: 0 })).code).toBe(0)
  expect((await ann.call(texting.removeTcrNumber, { agencyId })).code).toBe(0)
  expect((await readJournal(agencyId)).at(-1)).toEqual({
    event: 'texting.tcrRemoved',
    actor: ann.person.username,
    before: { tcrNumber: 'CFIRST', status: 0 },
    after: { tcrNumber: null, status: 1 },
  })
})
