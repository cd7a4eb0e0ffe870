import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { type EventTable, insertEvents } from './events-store.ts'

const { db } = useDatabase()
const when = new Date('2026-11-20T08:59:00.000Z')
const reportedAt = '2026-11-20T09:30:00.000Z'

beforeAll(async () => {
  for (const agency_id of [6938, 8951]) {
    await db.write.insertInto('agency').values({ agency_id, name: 'Lee', name_folded: 'lee' }).execute()
    await db.write.insertInto('certificate_agency').values({ agency_id }).execute()
    await db.write.insertInto('esignature_subscription').values({ agency_id }).execute()
  }
})

const ofTable = {
  certificate_event: 'published',
  esignature_event: 'subscribed',
  marketplace_event: 'purchase',
}
test.each(Object.entries(ofTable) as [EventTable, string][])(
  'each event is kept once in %s, for each agency, with when it was reported and what counts',
  async (table, kind) => {
    const client = table === 'certificate_event' ? { clientId: '00004711' } : {}
    const event = (id: string) => ({ id, kind, ...client, at: reportedAt, when })
    const keep = (agencyId: number, ...ids: string[]) =>
      db.write.transaction().execute((tx) => insertEvents(tx, table, agencyId, ids.map(event)))
    expect(await keep(6938, 'a', 'b')).toEqual(new Set(['a', 'b']))
    expect(await keep(6938, 'b', 'c')).toEqual(new Set(['c']))
    expect(await keep(8951, 'a')).toEqual(new Set(['a']))
    const rows = await db.read
      .selectFrom(table)
      .selectAll()
      .where('agency_id', '=', 6938)
      .orderBy('event_id')
      .execute()
    expect(rows.map(({ event_id: id }) => id)).toEqual(['a', 'b', 'c'])
    expect(rows[0]).toMatchObject({
      kind,
      told_at: new Date(reportedAt),
      at: when,
      ...(table === 'certificate_event' ? { client_id: '00004711' } : {}),
    })
  },
)
