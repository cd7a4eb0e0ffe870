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
