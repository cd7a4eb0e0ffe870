import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { madeUpServer } from '../../../test/made-up.ts'
import { readWork } from '../../jobs/outside-work/store.ts'
import { askCampaign } from './ask-campaign.ts'
import { campaignWork } from './campaign-work.ts'

test('[PROV-66] a newer wish replaces that of its number only: the number before still loses its campaign', async () => {
  await using server = await madeUpServer({}, { takesWorks: true })
  const agencyId = 8_001
  await server.software(agencyId)
  type Wishes = Parameters<typeof askCampaign>[2]['wishes']
  const ask = (version: number, wishes: Wishes) =>
    server.db.write
      .transaction()
      .execute((tx) => askCampaign(tx, server.outsideWork, { agencyId, by: 'ann', version, wishes }))
  const [before, after] = ['3855550401', '3855550402']
  await ask(1, [
    { number: before, campaignId: null },
    { number: after, campaignId: 'CFIRST' },
  ])
  await ask(2, [{ number: after, campaignId: 'CSECOND' }])
  const work = await readWork(server.db.read, agencyId, campaignWork.name)
  const { tasks } = campaignWork.input.parse(work?.input)
  expect(tasks.map(({ number, campaignId }) => [number, campaignId])).toEqual([
    [before, null],
    [after, 'CSECOND'],
  ])
})

test('what an agency’s software changed itself is not undone by an earlier wish, and asks for nothing by itself', async () => {
  await using server = await madeUpServer({}, { takesWorks: true })
  const agencyId = 8_002
  const software = await server.software(agencyId)
  const manager = await server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const report = async (id: string, news: { phone: string; orderId: string } | { tcrNumber: string }) => {
    server.clock.turn(60)
    const at = server.clock.now().toISOString()
    const kind = 'phone' in news ? 'setUp' : 'campaign'
    expect(
      await software.call(texting.reportSetUp, { events: [{ kind, id, at, ...news } as never] }),
    ).toMatchObject({
      code: 0,
      data: [],
    })
  }
  const tasks = async () => {
    const work = await readWork(server.db.read, agencyId, campaignWork.name)
    return work === null
      ? []
      : campaignWork.input.parse(work.input).tasks.map(({ number, campaignId }) => [number, campaignId])
  }
  const [first, second] = ['3855550403', '3855550404']
  await report('a', { phone: first, orderId: 'one' })
  await report('b', { tcrNumber: 'CFIRST' })
  expect(await tasks()).toEqual([])
  expect((await manager.call(texting.setTcrNumber, { agencyId, number: 'CASKED' })).code).toBe(0)
  await report('c', { tcrNumber: 'CTOLD' })
  expect(await tasks()).toEqual([[first, 'CTOLD']])
  await report('d', { phone: second, orderId: 'two' })
  expect(await tasks()).toEqual([
    [first, null],
    [second, 'CTOLD'],
  ])
})
