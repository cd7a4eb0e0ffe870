import { texting } from '@agency-support/contract/modules/texting'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { useTextingServer } from '../../../test/texting.ts'

const world = useTextingServer()
let reader: TestClient
let agencyId: number
let reportedAt: string
beforeAll(async () => {
  reader = await world.server.asNew()
  const agency = await world.newAgency()
  ;({ agencyId } = agency)
  reportedAt = world.server.clock.now().toISOString()
  const common = {
    at: reportedAt,
    source: 0,
    intPhone: agency.phone,
    extPhone: '3855550100',
    type: 0,
    text: 'See you Monday',
  }
  await agency.software.call(texting.reportMessages, {
    events: [
      { ...common, id: 'm-1', bandwidthMessageId: 'bw-1', status: 1 },
      { ...common, id: 'm-2', status: 2 },
      { ...common, id: 'm-3', bandwidthMessageId: 'bw-3', source: 1, status: 2 },
    ],
  })
})
afterEach(() => world.switches.reset())

const atBandwidth = (more: object) =>
  world.switches.set('messages', {
    messageId: 'bw-1',
    sourceTn: '+18015550142',
    destinationTn: '+13855550100',
    messageStatus: 'SENT',
    messageDirection: 'OUTBOUND',
    messageType: 'sms',
    segmentCount: 1,
    errorCode: 0,
    receiveTime: '2026-11-20T09:00:00.000Z',
    attachmentCount: 0,
    campaignId: null,
    ...more,
  })
const read = (messageId: string) => reader.call(texting.message, { agencyId, messageId })

test.each([
  ['QUEUED', 0, 0],
  ['SENDING', 0, 0],
  ['ACCEPTED', 0, 0],
  ['RECEIVED', 0, 0],
  ['SENT', 0, 1],
  ['DELIVERED', 0, 2],
  ['FAILED', 4720, 3],
  ['UNDELIVERED', 4770, 3],
  ['FAILED', 9902, 4],
])(
  '[PROV-70] a message that is %s at Bandwidth with the error %i has the status %i',
  async (messageStatus, errorCode, status) => {
    world.server.clock.turn(60)
    await atBandwidth({ messageStatus, errorCode })
    const { code, message, data } = await read('m-1')
    expect([code, message, data[0]?.status, data[0]?.errorCode]).toEqual([0, '', status, errorCode])
    expect(data[0]?.errLong === '').toBe(errorCode === 0)
    // Bandwidth does not say since when; the status that was reported has been there since its report.
    const since = status === 1 ? reportedAt : world.server.clock.now().toISOString()
    expect(data[0]?.statusTS).toBe(since)
  },
)

test('a received message stays delivered since its report, though Bandwidth calls it RECEIVED', async () => {
  world.server.clock.turn(60)
  await atBandwidth({ messageId: 'bw-3', messageStatus: 'RECEIVED', messageDirection: 'INBOUND' })
  expect((await read('m-3')).data).toMatchObject([{ status: 2, statusTS: reportedAt, errorCode: 0 }])
})

test('[PROV-70] what the code of an error means comes from the published table', async () => {
  await atBandwidth({ messageStatus: 'FAILED', errorCode: 1234 })
  expect((await read('m-1')).data[0]?.errLong).toBe('Unknown error')
})

test('[PROV-70] while Bandwidth is silent the stored status stands, and it is said', async () => {
  await world.switches.set('fault', { endpoint: 'messages', kind: 'status', status: 500, body: 'secret-1' })
  const answer = await read('m-1')
  expect(answer).toMatchObject({ code: 0, message: 'Bandwidth could not be asked.', data: [{ status: 1 }] })
  expect(answer.text).not.toContain('secret-1')
})

test('a message that Bandwidth does not know, or never got, has the stored status', async () => {
  expect(await read('m-1')).toMatchObject({ message: '', data: [{ status: 1, text: 'See you Monday' }] })
  const { calls } = await world.switches.received()
  expect(await read('m-2')).toMatchObject({ message: '', data: [{ status: 2 }] })
  expect((await world.switches.received()).calls).toEqual(calls)
})
