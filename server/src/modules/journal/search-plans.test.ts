import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { type Asks, query, statement } from '../../db/query.ts'
import { visibleEvents } from './filter.ts'
import { type JournalFilter, scan } from './search-store.ts'
import { agencyEntries } from './store.ts'
import { entryColumns } from './view.ts'

// Plan counters belong to the connection.
const { db } = useDatabase({ poolSize: 1 })

/** A year of entries; each agency has some by people and some by its own software. */
const fill = sql`insert into journal (at, actor_kind, actor, event, agency_id)
select '2025-01-01T00:00Z'::timestamptz + n * interval '50 minutes', case n % 3 when 0 then 'staff' else 'agency' end,
  case n % 3 when 0 then 'person' || n % 40 || '@support.test' else 'software' end,
  case n % 7 when 0 then 'agencies.statusChanged' else 'agencies.renamed' end, 1 + n % 500
from generate_series(1, 10500) n`

beforeAll(async () => {
  await fill.execute(db.write)
  await sql`analyze journal`.execute(db.write)
})

interface Planned {
  text: string
  once: number
  anew: number
}

const plannedSql = statement<[text: string], Planned>(
  'test_planned_journal',
  `select statement as text, generic_plans::integer as once, custom_plans::integer as anew
from pg_prepared_statements where statement like $1 and name <> 'test_planned_journal'`,
)

/** Typical searches: of somebody who may see some events only, by agency, person, event and time, and pages deep inside. */
const asked: readonly Partial<JournalFilter>[] = [
  {},
  { events: ['agencies.renamed', 'agencies.statusChanged'] },
  { agencyId: 7 },
  { agencyId: 7, by: 'people' },
  { actor: 'person7@support.test' },
  { events: ['agencies.renamed'], eventsChosen: true },
  { from: new Date('2025-03-01T00:00Z'), to: new Date('2025-03-02T00:00Z') },
]

/** Allows custom plans; keyed connections always use the generic plan, so it must be good for all values. */
const free: Asks = { ask: (statement, values) => db.read.ask({ ...statement, byKey: false }, values) }

test('the journal is searched by plans that are made once a connection', async () => {
  const events = visibleEvents(Array.from({ length: 10_000 }, (_, id) => id))
  for (const filter of asked)
    for (let before = 9_000; before < 9_010; before += 1) {
      await scan(free, { events, eventsChosen: false, ...filter }, { before, limit: 50 }, entryColumns)
      await scan(
        free,
        { events, eventsChosen: false, ...filter },
        { before: undefined, limit: 50 },
        entryColumns,
      )
    }
  for (let agencyId = 1; agencyId < 11; agencyId += 1)
    await agencyEntries(db.read, { agencyId, before: undefined, events, by: undefined, limit: 50 })
  const planned = await query(db.read, plannedSql, ['%from %journal%'])
  expect(planned.length).toBeGreaterThan(2 * asked.length)
  // PostgreSQL plans the first five with their values, to estimate the cost of a generic plan.
  expect(planned.filter(({ once, anew }) => anew > 5 || (once === 0 && anew === 5))).toEqual([])
})
