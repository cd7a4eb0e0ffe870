import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let reader: TestClient & { person: { username: string } }
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess] })
})

const hour = 3_600_000
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * hour).toISOString()

const message = (id: string, more: object = {}) => ({
  id,
  at: hoursAgo(0),
  source: 0,
  intPhone: '8015550142',
  extPhone: '3855550100',
  type: 0,
  status: 1,
  text: `Text of ${id}`,
  ...more,
})
const campaign = (id: string, tcrNumber: string, at = hoursAgo(2)) => ({
  kind: 'campaign' as const,
  id,
  at,
  tcrNumber,
})
const setUp = (id: string, phone: string) => ({
  kind: 'setUp' as const,
  id,
  at: hoursAgo(3),
  phone,
  orderId: 'order-1',
})

async function agencyWith(agencyId: number, ...events: ReturnType<typeof message>[]): Promise<void> {
  const software = await server.software(agencyId)
  expect((await software.call(texting.reportMessages, { events })).code).toBe(0)
}

const lookups = (agencyId: number) =>
  server.db.read
    .selectFrom('journal')
    .select(['actor', 'subject', 'before', 'after'])
    .where('agency_id', '=', agencyId)
    .where('event', '=', 'texting.messageRead')
    .orderBy('seq')
    .execute()

describe('the message lookup', () => {
  beforeAll(async () => {
    await agencyWith(
      6938,
      message('m-1', { bandwidthMessageId: 'own-1', attachments: ['card.pdf', 'photo.png'] }),
      message('m-2', { bandwidthMessageId: 'bw-2', status: 3, errorCode: 4775 }),
      // Stored after the other, which Bandwidth knows by it.
      message('own-1', { text: 'The own id comes first' }),
      message('m-3', { status: 3, errorCode: 4_999 }),
    )
    await agencyWith(8951, message('other'))
  })

  test('[PROV-16] [TEXTING-34] [TEXTING-37] finds a message that the agency’s software reported, by its own id', async () => {
    const { code, data } = await reader.call(texting.message, { agencyId: 6938, messageId: ' m-1 ' })
    expect(code).toBe(0)
    expect(data).toEqual([
      {
        id: 'm-1',
        bandwidthMessageId: 'own-1',
        source: 0,
        intPhone: '8015550142',
        extPhone: '3855550100',
        type: 0,
        status: 1,
        statusTS: hoursAgo(0),
        errorCode: 0,
        errLong: '',
        attachments: ['card.pdf', 'photo.png'],
        text: 'Text of m-1',
      },
    ])
    const entries = await server.db.read
      .selectFrom('journal')
      .select('event')
      .where('agency_id', '=', 6938)
      .where('actor_kind', '=', 'agency')
      .execute()
    expect(entries).toEqual([])
  })

  test('[PROV-69] looks for the own id first, then for the provider’s', async () => {
    const own = await reader.call(texting.message, { agencyId: 6938, messageId: 'own-1' })
    expect(own.data[0]?.text).toBe('The own id comes first')
    const theirs = await reader.call(texting.message, { agencyId: 6938, messageId: 'bw-2' })
    expect(theirs.data[0]?.id).toBe('m-2')
  })

  test('[PROV-70] tells what an error code means, and of an unknown one that it is unknown', async () => {
    const known = await reader.call(texting.message, { agencyId: 6938, messageId: 'm-2' })
    expect(known.data[0]).toMatchObject({
      errorCode: 4775,
      errLong: 'The recipient has opted out: the carrier did not deliver the message',
    })
    const unknown = await reader.call(texting.message, { agencyId: 6938, messageId: 'm-3' })
    expect(unknown.data[0]).toMatchObject({ errorCode: 4_999, errLong: 'Unknown error' })
  })

  test('[PROV-69] [TEXTING-35] finds no message of another agency, and takes 1 to 100 characters', async () => {
    const foreign = await reader.call(texting.message, { agencyId: 6938, messageId: 'other' })
    expect(foreign).toMatchObject({ code: 2, message: 'Message not found', data: [] })
    const own = await reader.call(texting.message, { agencyId: 8951, messageId: ' other ' })
    expect(own.data[0]?.id).toBe('other')
    for (const messageId of ['  ', 'x'.repeat(101)])
      expect((await reader.call(texting.message, { agencyId: 6938, messageId })).code).toBe(400)
  })

  test('[PROV-71] leaves a row with reader, agency and message, without the text', async () => {
    const before = (await lookups(6938)).length
    await reader.call(texting.message, { agencyId: 6938, messageId: 'bw-2' })
    const rows = await lookups(6938)
    expect(rows).toHaveLength(before + 1)
    expect(rows.at(-1)).toEqual({
      actor: reader.person.username,
      subject: 'm-2',
      before: null,
      after: null,
    })
    await reader.call(texting.message, { agencyId: 6938, messageId: 'nothing' })
    expect(await lookups(6938)).toHaveLength(before + 1)
  })
})

describe('metrics', () => {
  const hourly = { interval: 'hour', intervalPeriod: 1, quantity: 5 } as const

  beforeAll(async () => {
    const received = { source: 1 }
    await agencyWith(
      7001,
      message('a', { at: hoursAgo(2) }),
      message('b', { at: hoursAgo(2), ...received }),
      message('c', { at: hoursAgo(2), ...received, extPhone: '13855550100' }),
      message('d', { at: hoursAgo(2), ...received, extPhone: '3855550101' }),
      message('e', { at: hoursAgo(9) }),
    )
    await agencyWith(7002, message('a', { at: hoursAgo(2) }))
  })

  test('[PROV-57] [PROV-72] [TEXTING-39] count sent and received messages and outside numbers in five spans, oldest first', async () => {
    const of = { ...hourly, agencyId: 7001 }
    const sent = await reader.call(texting.sentMessages, of)
    const begin = new Date(Math.floor(server.clock.now().getTime() / hour) * hour - 4 * hour)
    expect(sent.data.map(({ period }) => period)).toEqual(
      [0, 1, 2, 3, 4].map((at) => new Date(begin.getTime() + at * hour).toISOString()),
    )
    const counts = ({ data }: { data: readonly { count: number }[] }) => data.map(({ count }) => count)
    expect(counts(sent)).toEqual([0, 0, 1, 0, 0])
    expect(counts(await reader.call(texting.receivedMessages, of))).toEqual([0, 0, 3, 0, 0])
    // One number, reported with and without its leading 1, counts as one conversation.
    expect(counts(await reader.call(texting.conversations, of))).toEqual([0, 0, 2, 0, 0])
  })

  test('[PROV-72] without an agency those of all are counted', async () => {
    const all = await reader.call(texting.sentMessages, hourly)
    expect(all.data[2]?.count).toBe(2)
  })

  test.each([
    ['another quantity', { quantity: 6 }, 'quantity must be 5.'],
    ['a period of 25', { intervalPeriod: 25 }, 'intervalPeriod must be a whole number from 1 to 24.'],
    ['another interval', { interval: 'minute' }, 'interval must be hour, day, week or month.'],
  ])('[PROV-72] %s is refused with a sentence', async (_name, wrong, sentence) => {
    const asked = { ...hourly, ...wrong } as never
    expect(await reader.call(texting.conversations, asked)).toMatchObject({ code: 400, message: sentence })
  })
})

describe('the TCR reports', () => {
  beforeAll(async () => {
    const whole = await server.software(9001)
    await whole.call(texting.reportSetUp, { events: [setUp('a', '18015559001'), campaign('b', 'C9001')] })
    const withoutPhone = await server.software(9002)
    await withoutPhone.call(texting.reportSetUp, { events: [campaign('a', 'C9002')] })
    const gone = await server.software(9003)
    await gone.call(texting.reportSetUp, { events: [setUp('a', '8015559003'), campaign('b', 'C9003')] })
    await server.db.write.deleteFrom('agency_key').where('agency_id', '=', 9003).execute()
    await server.db.write.deleteFrom('agency').where('agency_id', '=', 9003).execute()
    const withoutTcr = await server.software(9004)
    await withoutTcr.call(texting.reportSetUp, { events: [setUp('a', '8015559004')] })
  })
  const by = { createdBy: 'agency', updatedBy: 'agency' }

  test('[RPT-TCR-04] [RPT-TCR-05] [PROV-57] [PROV-77] every record with a TCR number is in the report, its phone as stored', async () => {
    const { data } = await reader.call(texting.tcrRecords, {})
    const at = { createdOn: hoursAgo(2), updatedOn: hoursAgo(2) }
    expect(data).toEqual([
      { agencyId: 9001, phoneNumber: '18015559001', tcrNumber: 'C9001', ...by, ...at },
      { agencyId: 9002, phoneNumber: '', tcrNumber: 'C9002', ...by, ...at },
      { agencyId: 9003, phoneNumber: '8015559003', tcrNumber: 'C9003', ...by, ...at },
    ])
  })

  test('[RPT-ORPHANS-03] [RPT-ORPHANS-07] [PROV-57] [PROV-77] orphans are those without a phone or without an agency', async () => {
    const { data } = await reader.call(texting.tcrOrphans, {})
    const at = { createdOn: hoursAgo(2), updatedOn: hoursAgo(2) }
    expect(data).toEqual([
      { agencyId: 9002, tcrNumber: 'C9002', ...by, ...at },
      { agencyId: 9003, tcrNumber: 'C9003', ...by, ...at },
    ])
  })
})

describe('all agencies that text', () => {
  test('[PROV-57] [PROV-73] [TEXTING-40] are listed by id with phones, TCR number and status, and counted', async () => {
    await server.db.write.deleteFrom('agency_texting').execute()
    const both = await server.software(9102)
    await both.call(texting.reportSetUp, { events: [setUp('x', '8015559102'), campaign('y', 'C9102')] })
    const campaignOnly = await server.software(9101)
    await campaignOnly.call(texting.reportSetUp, { events: [campaign('x', 'C9101')] })
    const manager = await server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
    const live = { agencyId: 9102, productKey: 5, status: 0 } as const
    expect((await manager.call(texting.setProductStatus, live)).code).toBe(0)
    await server.db.write
      .updateTable('agency_texting')
      .set({ phones: ['8015559102', '3855559102'] })
      .where('agency_id', '=', 9102)
      .execute()
    const phones = [{ phone: '8015559102' }, { phone: '3855559102' }]
    const { data, headers } = await reader.call(texting.agencies, {})
    expect(headers['transfer-encoding']).toBe('chunked')
    expect(data).toEqual([
      { agencyId: 9101, phones: [], tcrNumber: 'C9101', status: 1 },
      { agencyId: 9102, phones, tcrNumber: 'C9102', status: 0 },
    ])
    expect((await reader.call(texting.agencyCount, {})).data).toEqual([{ count: 2 }])
  })
})
