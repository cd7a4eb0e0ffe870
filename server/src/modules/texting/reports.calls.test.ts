import { agencies } from '@agency-support/contract/modules/agencies'
import { texting } from '@agency-support/contract/modules/texting'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew()
})

const minute = 60_000
const minutesFromNow = (minutes: number) =>
  new Date(server.clock.now().getTime() + minutes * minute).toISOString()

async function newAgency(): Promise<{ agencyId: number; software: TestClient; phone: string }> {
  const { agencyId, software } = await server.newSoftware()
  return { agencyId, software, phone: `80155${agencyId}` }
}

const setUp = (id: string, phone: string, minutes = -1) => ({
  kind: 'setUp' as const,
  id,
  at: minutesFromNow(minutes),
  phone,
  orderId: `order-${id}`,
})
const campaign = (id: string, tcrNumber: string, minutes = -1) => ({
  kind: 'campaign' as const,
  id,
  at: minutesFromNow(minutes),
  tcrNumber,
})
const message = (id: string, minutes = -1) => ({
  id,
  at: minutesFromNow(minutes),
  bandwidthMessageId: `bw-${id}`,
  source: 0,
  intPhone: '8015550142',
  extPhone: '3855550100',
  type: 0,
  status: 1,
  text: 'See you Monday',
  attachments: ['card.pdf'],
})

const textingRows = (agencyId: number) =>
  server.db.read
    .selectFrom('journal')
    .select(['actor_kind', 'event', 'after'])
    .where('agency_id', '=', agencyId)
    .where('event', 'like', 'texting.%')
    .orderBy('seq')
    .execute()
const kept = (agencyId: number) =>
  server.db.read
    .selectFrom('text_message')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .orderBy('at')
    .execute()

test('[TEXTING-04] [TEXTING-08] a set-up that the agency’s software tells gives it a number and the domain of texting', async () => {
  const { agencyId, software, phone } = await newAgency()
  const before = await reader.call(texting.agency, { agencyId })
  expect(before).toMatchObject({
    code: 2,
    message: 'Agency not found. Please make sure they have gone through the Texting Setup process.',
  })
  expect((await software.call(texting.reportSetUp, { events: [setUp('a', phone)] })).code).toBe(0)
  const after = await reader.call(texting.agency, { agencyId })
  expect(after.data).toEqual([{ phones: [{ phone }], tcrNumber: '', version: 2 }])
  const config = await reader.call(agencies.config, { agencyId })
  expect((config.data[0]?.domains ?? 0) & 2).toBe(2)
})

test('[PROV-17] a repeated event changes nothing, and each report that brings something new has one journal row', async () => {
  const { agencyId, software, phone } = await newAgency()
  const events = [setUp('a', phone), campaign('b', 'C4X9')]
  await software.call(texting.reportSetUp, { events })
  await software.call(texting.reportSetUp, { events: [...events, { ...setUp('a', '8015559999') }] })
  expect(await textingRows(agencyId)).toEqual([
    {
      actor_kind: 'agency',
      event: 'texting.reported',
      after: { events: 2, phone, orderId: 'order-a', tcrNumber: 'C4X9' },
    },
  ])
  await software.call(texting.reportSetUp, { events: [...events, campaign('c', 'C4X8')] })
  expect(await textingRows(agencyId)).toHaveLength(2)
  const { data } = await reader.call(texting.agency, { agencyId })
  expect(data[0]).toMatchObject({ phones: [{ phone }], tcrNumber: 'C4X8' })
})

test('one report of a set-up that comes eight times at once counts once', async () => {
  const { agencyId, software, phone } = await newAgency()
  const events = [setUp('a', phone), campaign('b', 'C4X9')]
  const sent = Array.from({ length: 8 }, () => software.call(texting.reportSetUp, { events }))
  expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(Array(8).fill(0))
  expect(await textingRows(agencyId)).toHaveLength(1)
})

test('[PROV-17] a report of 501 events is refused as a whole', async () => {
  const { agencyId, software } = await newAgency()
  const many = Array.from({ length: 501 }, (_, at) => message(String(at)))
  const refused = await software.call(texting.reportMessages, { events: many })
  expect(refused).toMatchObject({ code: 400, message: 'A report holds at most 500 events.' })
  const events = many.map(({ id, at }) => ({ kind: 'campaign' as const, id, at, tcrNumber: 'C1' }))
  expect((await software.call(texting.reportSetUp, { events })).code).toBe(400)
  expect((await software.call(texting.reportMessages, { events: many.slice(1) })).code).toBe(0)
  expect(await kept(agencyId)).toHaveLength(500)
})

test('[PROV-18] an instant more than five minutes ahead counts as now, and both are kept', async () => {
  const { agencyId, software, phone } = await newAgency()
  const now = server.clock.now()
  await software.call(texting.reportMessages, { events: [message('near', 4), message('far', 6)] })
  const [far, near] = await kept(agencyId)
  expect(far).toMatchObject({ at: now, told_at: new Date(minutesFromNow(6)) })
  expect(near).toMatchObject({ at: new Date(minutesFromNow(4)), told_at: new Date(minutesFromNow(4)) })
  await software.call(texting.reportSetUp, { events: [setUp('far', phone, 60)] })
  const event = await server.db.read
    .selectFrom('texting_event')
    .select(['at', 'told_at'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  expect(event).toEqual({ at: now, told_at: new Date(minutesFromNow(60)) })
})

test('a set-up that arrives late does not undo a newer one', async () => {
  const { agencyId, software, phone } = await newAgency()
  await software.call(texting.reportSetUp, { events: [setUp('new', phone, -5), campaign('n', 'NEW', -5)] })
  const late = [setUp('old', '8015558888', -60), campaign('o', 'OLD', -60)]
  expect((await software.call(texting.reportSetUp, { events: late })).code).toBe(0)
  const { data } = await reader.call(texting.agency, { agencyId })
  expect(data[0]).toMatchObject({ phones: [{ phone }], tcrNumber: 'NEW' })
})

test('[PROV-67] the creator of a TCR number that the agency’s software tells is "agency"', async () => {
  const { agencyId, software } = await newAgency()
  await software.call(texting.reportSetUp, { events: [campaign('a', 'C4X9', -9)] })
  const record = await server.db.read
    .selectFrom('agency_texting')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const at = new Date(minutesFromNow(-9))
  expect(record).toMatchObject({ tcr_created_by: 'agency', tcr_created_at: at, tcr_updated_by: 'agency' })
})

test('a number of another agency is left out, the rest counts, and reported again it counts once the number is free', async () => {
  const [one, other] = [await newAgency(), await newAgency()]
  // The two agencies number their events alike.
  const held = { events: [setUp('c', one.phone)] }
  await one.software.call(texting.reportSetUp, held)
  const events = [setUp('c', `1${one.phone}`)]
  const getNumbers = async () =>
    (await reader.call(texting.agency, { agencyId: other.agencyId })).data.map(({ phones }) => phones)
  const leftOut = await other.software.call(texting.reportSetUp, { events })
  const problem = 'the number belongs to another agency'
  expect([leftOut.code, leftOut.message]).toEqual([0, `1 of 1 events: ${problem}`])
  expect(leftOut.data).toEqual([{ list: 'events', entry: 1, problem }])
  expect((await other.software.call(texting.reportSetUp, { events })).data).toEqual(leftOut.data)
  expect([await getNumbers(), await textingRows(other.agencyId)]).toEqual([[], []])
  await one.software.call(texting.reportSetUp, held)
  expect(await textingRows(one.agencyId)).toHaveLength(1)
  const some = await other.software.call(texting.reportSetUp, {
    events: [{ ...campaign('x', 'C4X9'), kind: 'other' } as never, ...events, campaign('b', 'C4X9', -2)],
  })
  expect(some.message).toBe(`2 of 3 events: kind must be setUp or campaign, ${problem}`)
  expect(some.data.map(({ entry }) => entry)).toEqual([1, 2])
  expect(await getNumbers()).toEqual([[]])
  await one.software.call(texting.reportSetUp, { events: [setUp('d', `80145${one.agencyId}`, 0)] })
  expect((await other.software.call(texting.reportSetUp, { events })).message).toBe('')
  expect(await getNumbers()).toEqual([[{ phone: `1${one.phone}` }]])
  expect((await textingRows(other.agencyId)).map(({ after }) => after)).toEqual([
    { events: 1, tcrNumber: 'C4X9' },
    { events: 1, phone: `1${one.phone}`, orderId: 'order-c' },
  ])
})

test.each([
  ['a phone that is too short', { phone: '801555' }, 'phone: new phone number must be at least 10 digits'],
  [
    '11 digits with another first one',
    { phone: '28015550142' },
    'phone: an 11-digit number must begin with 1.',
  ],
  ['no order', { orderId: ' ' }, 'orderId must be 1 to 100 characters.'],
  ['no id', { id: '' }, 'id must be 1 to 100 characters.'],
  ['another kind', { kind: 'other' }, 'kind must be setUp or campaign.'],
])('a set-up with %s is left out with a sentence', async (_name, wrong, sentence) => {
  const { software, phone } = await newAgency()
  const events = [{ ...setUp('a', phone), ...wrong }] as never
  const got = await software.call(texting.reportSetUp, { events })
  expect([got.code, got.data[0]?.entry]).toEqual([0, 1])
  expect(got.message).toContain(sentence.replace(/\.$/, ''))
})

test('[PROV-17] messages are stored once and append no journal row', async () => {
  const { agencyId, software } = await newAgency()
  const events = [message('a', -2), message('b')]
  await software.call(texting.reportMessages, { events })
  await software.call(texting.reportMessages, { events: [...events, { ...message('a'), text: 'another' }] })
  const rows = await kept(agencyId)
  expect(rows.map(({ message_id: id }) => id)).toEqual(['a', 'b'])
  expect(rows[0]).toMatchObject({
    bandwidth_message_id: 'bw-a',
    text: 'See you Monday',
    attachments: ['card.pdf'],
    status: 1,
    error_code: 0,
  })
  expect(await textingRows(agencyId)).toEqual([])
})

test('a message that does not fit is left out and named; those beside it are kept', async () => {
  const { agencyId, software } = await newAgency()
  const events = [message('a'), { ...message('b'), status: 9 }]
  const got = await software.call(texting.reportMessages, { events })
  expect([got.code, got.message]).toEqual([0, '1 of 2 messages: status must be a whole number from 0 to 4'])
  expect(got.data).toMatchObject([{ list: 'messages', entry: 2 }])
  expect(await kept(agencyId)).toHaveLength(1)
})

test('two agencies may use the same ids of messages and events', async () => {
  const [one, other] = [await newAgency(), await newAgency()]
  for (const { software, phone } of [one, other]) {
    await software.call(texting.reportMessages, { events: [message('same')] })
    await software.call(texting.reportSetUp, { events: [setUp('same', phone)] })
  }
  for (const { agencyId, phone } of [one, other]) {
    expect(await kept(agencyId)).toHaveLength(1)
    const { data } = await reader.call(texting.agency, { agencyId })
    expect(data[0]?.phones).toEqual([{ phone }])
  }
})

test('a message that is older than half a year is taken and not kept', async () => {
  const { agencyId, software } = await newAgency()
  const days = (count: number) => -count * 24 * 60
  await software.call(texting.reportMessages, {
    events: [message('old', days(181)), message('young', days(179))],
  })
  expect((await kept(agencyId)).map(({ message_id: id }) => id)).toEqual(['young'])
})
