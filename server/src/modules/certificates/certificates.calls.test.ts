import { certificates } from '@agency-support/contract/modules/certificates'
import type { ClientIn } from '@agency-support/contract/call'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { published, withdrawn } from '../../../test/certificates.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess] })
})

type Event = ClientIn<typeof certificates.report>['events'][number]

async function agencyWith(...events: Event[]) {
  const { agencyId, software } = await server.newSoftware()
  expect((await software.call(certificates.report, { events })).code).toBe(0)
  return { agencyId, software }
}
async function getList(agencyId: number) {
  const [item] = (await reader.call(certificates.list, { agencyId })).data
  return item ?? expect.unreachable('every agency has a list')
}
async function getNames(agencyId: number): Promise<string[]> {
  return (await getList(agencyId)).clientsWithPublishedCertificates.map(({ name }) => name)
}
const getRows = (agencyId: number) =>
  server.db.read
    .selectFrom('journal')
    .select(['actor_kind', 'before', 'after'])
    .where('agency_id', '=', agencyId)
    .where('event', '=', 'certificates.reported')
    .orderBy('seq')
    .execute()

const may = '2026-05-01T09:00:00.000Z'
const june = '2026-06-01T09:00:00.000Z'

test('[CERTS-12] [CERTS-17] [MKT-15] the clients with a published certificate stand in the list by name, then by id', async () => {
  const { agencyId } = await agencyWith(
    published('1', may, '00000012', { name: 'zoe Baker' }),
    published('2', june, '00000011', { name: 'Adams Farm' }),
    published('3', may, '00000003', { name: 'Adams Farm' }),
  )
  const { text } = await reader.call(certificates.list, { agencyId })
  expect(JSON.parse(text)).toEqual({
    code: 0,
    message: '',
    data: [
      {
        subscribed: true,
        clientsWithPublishedCertificates: [
          { clientId: '00000003', name: 'Adams Farm', publishedDate: may },
          { clientId: '00000011', name: 'Adams Farm', publishedDate: june },
          { clientId: '00000012', name: 'zoe Baker', publishedDate: may },
        ],
      },
    ],
  })
})

test('[CERTS-12] an agency without a record is not subscribed and has no clients', async () => {
  expect(await getList(60_404)).toEqual({ subscribed: false, clientsWithPublishedCertificates: [] })
})

test('[MKT-53] [CERTS-13] [CERTS-17] the details of a certificate; without one code 2 and its sentence', async () => {
  const policy = (policyNumber: string, expirationDate: string) => ({
    policyNumber,
    carrier: 'Harbor Mutual',
    effectiveDate: '2026-01-31',
    expirationDate,
  })
  const holder = (id: string, name: string, additionalInsured: boolean) => ({
    id,
    name,
    address: 'Suite 5\n1 Main Street\nSpringfield',
    email: `${id}@holder.test`,
    additionalInsured,
  })
  const { agencyId } = await agencyWith(
    published('1', may, '00004711', {
      policies: [policy('A', '2026-12-31'), policy('B', '2027-06-30')],
      certificateHolders: [holder('7', 'Zenith Leasing', false), holder('8', 'acme Bank', true)],
    }),
  )
  const { text } = await reader.call(certificates.details, { agencyId, clientId: '00004711' })
  expect(JSON.parse(text)).toEqual({
    code: 0,
    message: '',
    data: [
      {
        user: { email: 'a@smith.test' },
        publishedDate: may,
        policies: [policy('B', '2027-06-30'), policy('A', '2026-12-31')],
        certificateHolders: [holder('8', 'acme Bank', true), holder('7', 'Zenith Leasing', false)],
      },
    ],
  })
  for (const wrong of ['00004712', '00000000'])
    expect(await reader.call(certificates.details, { agencyId, clientId: wrong })).toMatchObject({
      status: 200,
      code: 2,
      message: 'Certificate not found.',
    })
  const short = await reader.call(certificates.details, { agencyId, clientId: '4711' })
  expect([short.status, short.message]).toEqual([400, 'clientId must be eight digits.'])
})

test('[MKT-03] published puts a client into the list, withdrawn takes it out; a report is one row of the journal', async () => {
  const { agencyId, software } = await agencyWith(
    published('1', may, '00000001', { name: 'Ann' }),
    published('2', may, '00000002', { name: 'Bea' }),
  )
  expect(await getNames(agencyId)).toEqual(['Ann', 'Bea'])
  await software.call(certificates.report, {
    events: [withdrawn('3', june, '00000001'), published('4', june, '00000002', { name: 'Bea Lee' })],
  })
  expect(await getNames(agencyId)).toEqual(['Bea Lee'])
  await software.call(certificates.report, { events: [withdrawn('5', june, '00000002')] })
  for (const call of [certificates.details, certificates.file])
    expect((await reader.call(call, { agencyId, clientId: '00000002' })).code).toBe(2)
  expect(await getList(agencyId)).toEqual({ subscribed: true, clientsWithPublishedCertificates: [] })
  const kept = server.db.read
    .selectFrom('certificate')
    .select(['name', 'user_email', 'policies', 'holders'])
    .where('agency_id', '=', agencyId)
  const nothing = { name: '', user_email: '', policies: [], holders: [] }
  expect(await kept.execute()).toEqual([nothing, nothing])
  expect(await getRows(agencyId)).toEqual([
    { actor_kind: 'agency', before: { clients: 0 }, after: { clients: 2, published: 2, withdrawn: 0 } },
    { actor_kind: 'agency', before: { clients: 2 }, after: { clients: 1, published: 1, withdrawn: 1 } },
    { actor_kind: 'agency', before: { clients: 1 }, after: { clients: 0, published: 0, withdrawn: 1 } },
  ])
})

test('[PROV-18] a publication more than five minutes ahead counts as now, both instants are kept', async () => {
  const now = server.clock.now()
  const ahead = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString()
  const { agencyId } = await agencyWith(
    published('far', ahead(301), '00000001'),
    published('near', ahead(300), '00000002'),
  )
  const { clientsWithPublishedCertificates: clients } = await getList(agencyId)
  expect(clients.map(({ publishedDate }) => publishedDate)).toEqual([now.toISOString(), ahead(300)])
  const kept = server.db.read
    .selectFrom('certificate_event')
    .select(['at', 'told_at'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
  expect(await kept.execute()).toEqual([
    { at: now, told_at: new Date(ahead(301)) },
    { at: new Date(ahead(300)), told_at: new Date(ahead(300)) },
  ])
})

test('[MKT-03] an event reported again changes nothing, one that is older undoes nothing, whatever their order', async () => {
  const { agencyId, software } = await agencyWith(
    withdrawn('2', june, '00000001'),
    published('1', may, '00000001'),
    published('3', june, '00000002', { name: 'Bea' }),
  )
  const report = (...events: Event[]) => software.call(certificates.report, { events })
  await report(published('3', '2026-07-01T09:00:00.000Z', '00000002', { name: 'Told again' }))
  await report()
  expect(await getRows(agencyId)).toHaveLength(1)
  await report(published('4', may, '00000002', { name: 'Older' }), published('5', may, '00000001'))
  expect(await getNames(agencyId)).toEqual(['Bea'])
  const again = Array.from({ length: 6 }, () => report(published('6', june, '00000003', { name: 'Cid' })))
  expect((await Promise.all(again)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
  expect(await getNames(agencyId)).toEqual(['Bea', 'Cid'])
  expect(await getRows(agencyId)).toHaveLength(3)
})

test('of reports at once each journal row begins with the number that the one before ended with', async () => {
  const { agencyId, software } = await agencyWith()
  const sent = Array.from({ length: 8 }, (_, at) =>
    software.call(certificates.report, { events: [published(`at-once-${at}`, may, `0000000${at}`)] }),
  )
  expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(Array(8).fill(0))
  const rows = await getRows(agencyId)
  expect(rows.map(({ before, after }) => [before, after])).toEqual(
    Array.from({ length: 8 }, (_, at) => [{ clients: at }, { clients: at + 1, published: 1, withdrawn: 0 }]),
  )
})

test('an event that does not fit is left out with a sentence, and those beside it count', async () => {
  const { agencyId, software } = await agencyWith()
  const good = published('1', may, '00000001')
  const [policy] = good.policies
  const [holder] = good.certificateHolders
  if (policy === undefined || holder === undefined) throw new Error('the sample has none')
  const bad: [Event, string][] = [
    [{ ...good, clientId: '1' }, 'clientId must be eight digits.'],
    [{ ...good, name: 'A\u202eB' }, 'name must be one line of plain text.'],
    [{ ...good, at: '1 May' }, 'at: must be an instant such as 2026-11-21T08:15:00Z.'],
    [{ ...good, kind: 'renewed' } as never, 'kind must be published or withdrawn.'],
    [
      { ...good, policies: [{ ...policy, expirationDate: '2026-02-30' }] },
      'expirationDate must be a day such as 2026-11-21.',
    ],
    [
      { ...good, policies: [{ ...policy, effectiveDate: '0001-01-01' }] },
      'effectiveDate must be a day such as 2026-11-21.',
    ],
    [
      { ...good, certificateHolders: [{ ...holder, address: 'a\n'.repeat(10) + 'b' }] },
      'address must be at most 10 lines of plain text.',
    ],
    [
      { ...good, certificateHolders: [holder, holder] },
      'certificateHolders: a certificate names every holder once.',
    ],
  ]
  for (const [event, sentence] of bad) {
    const got = await software.call(certificates.report, { events: [event, good] })
    const problem = sentence.slice(0, -1)
    expect([got.code, got.message]).toEqual([0, `1 of 2 events: ${problem}`])
    expect(got.data).toEqual([{ list: 'events', entry: 1, problem }])
  }
  expect(await getNames(agencyId)).toEqual([good.name])
  expect(await getRows(agencyId)).toHaveLength(1)
  const many = Array.from({ length: 501 }, (_, at) => withdrawn(String(at), may, '00000001'))
  expect((await software.call(certificates.report, { events: many })).message).toBe(
    'A report holds at most 500 events.',
  )
})
