import { journal } from '@agency-support/contract/modules/journal'
import { P } from '@agency-support/contract/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { longestRequestMs } from '../../calls/idempotency.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { appendEntry, type NewEntry } from '../../journal/append.ts'
import { type JournalFilter, scan } from './search-store.ts'

const began = new Date('2026-11-01T08:00:00Z')
const actors = ['ann@support.test', 'bob@support.test', 'cli']
const quoted = String.raw`"Old" \ Müller`
const names = ['Smith Insurance', 'Lee Agency', '100% Cover_', quoted]

const server = useServer()
let auditor: TestClient

const kindOf = (who: string): 'staff' | 'provider' => (who === 'cli' ? 'provider' : 'staff')

/** 240 entries, one per minute, by two people and a program on five agencies. */
function makeEntry(index: number): NewEntry & { at: Date; who: string } {
  return {
    at: plusSeconds(began, index * 60),
    who: actors[index % 3] ?? '',
    event: index % 4 === 0 ? 'agencies.statusChanged' : 'agencies.renamed',
    agencyId: 1 + (index % 5),
    before: { name: 'before' },
    after: { name: names[index % 4] ?? '' },
    ...(index === 100 ? { reason: 'asked by phone', subject: 'Desk 7' } : {}),
  }
}

beforeAll(async () => {
  for (let index = 0; index < 240; index += 1) {
    const { at, who, ...entry } = makeEntry(index)
    const actor = { kind: kindOf(who), name: who, sessionId: null }
    await server.db.write
      .transaction()
      .execute((tx) => appendEntry(tx, { at, actor, requestId: `request ${index}` }, entry))
  }
  auditor = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
})

test('pages follow one another by key and miss nothing', async () => {
  const seen: number[] = []
  let before: number | undefined
  do {
    const { data } = await auditor.call(journal.search, before === undefined ? {} : { before })
    const [page] = data
    seen.push(...(page?.entries.map(({ id }) => id) ?? []))
    before = page?.next ?? undefined
  } while (before !== undefined)
  expect(seen).toHaveLength(240)
  const [first] = (await auditor.call(journal.search, {})).data
  expect(first?.lookedBackTo).toBe(first?.entries.at(-1)?.at)
  const [last] = (await auditor.call(journal.search, { before: seen[200] ?? 0 })).data
  expect([last?.next, last?.lookedBackTo, last?.entries.length]).toEqual([null, null, 39])
  expect(seen).toEqual([...seen].sort((a, b) => b - a))
})

test('an entry that the database writes is the one that is made of its row', async () => {
  for (const agencyId of [1, 2, 3, 4, 5]) {
    const { data } = await auditor.call(journal.search, { agencyId })
    const { data: history } = await auditor.call(journal.agencyHistory, { agencyId })
    expect(history.length).toBeGreaterThan(40)
    expect(data[0]?.entries).toEqual(history)
    expect(Object.keys(data[0]?.entries[0] ?? {})).toEqual(Object.keys(history[0] ?? {}))
  }
})

test('each condition narrows down, and all together', async () => {
  const found = async (input: Parameters<typeof auditor.call<typeof journal.search>>[1]) =>
    (await auditor.call(journal.search, input)).data[0]?.entries ?? []
  const namesOf = (entries: Awaited<ReturnType<typeof found>>) => entries.map(({ after }) => after?.['name'])
  expect((await found({ actor: 'cli' })).map(({ actor }) => actor)).toEqual(Array(50).fill('cli'))
  expect((await found({ agencyId: 3 })).map(({ agencyId }) => agencyId)).toEqual(Array(48).fill(3))
  const changes = await found({ events: ['agencies.statusChanged'] })
  expect(changes.map(({ event }) => event)).toEqual(Array(50).fill('agencies.statusChanged'))
  expect((await found({ text: 'BY PHONE' })).map(({ reason }) => reason)).toEqual(['asked by phone'])
  expect((await found({ text: 'desk 7' })).map(({ subject }) => subject)).toEqual(['Desk 7'])
  expect((await found({ text: 'bob@' })).map(({ actor }) => actor)).toEqual(
    Array(50).fill('bob@support.test'),
  )
  expect(await found({ text: 'before' })).toHaveLength(50)
  expect(namesOf(await found({ text: '100% cover_' }))).toEqual(Array(50).fill('100% Cover_'))
  expect(await found({ text: '100_ Cover' })).toEqual([])
  expect(namesOf(await found({ text: String.raw`"old" \ m` }))).toEqual(Array(50).fill(quoted))
  const from = plusSeconds(began, 600).toISOString()
  const to = plusSeconds(began, 1200).toISOString()
  const within = await found({ from, to })
  expect(within.map(({ at }) => at).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => plusSeconds(began, 600 + index * 60).toISOString()),
  )
  const all = await found({ from, to, actor: 'cli', agencyId: 2, events: ['agencies.renamed'] })
  expect(all.map(({ requestId }) => requestId)).toEqual(['request 11'])
  expect(await found({ events: ['no.such'] })).toEqual([])
  // A field that was left empty asks for nothing.
  expect(await found({ actor: '', text: '' })).toEqual(await found({}))
})

/** When the entries of a scan were written, of which it asked for nothing else. */
function toTimes({ items, rows }: { items: string | null; rows: number }): string[] {
  const entries = JSON.parse(`[${items ?? ''}]`) as { at: string }[]
  expect(entries).toHaveLength(rows)
  return entries.map(({ at }) => at)
}

test('a scan finds the same as reading everything, whatever the filter and however short the scan', async () => {
  const rows = await server.db.read.selectFrom('journal').select(['seq', 'at']).execute()
  const timeOf = new Map(rows.map(({ seq, at }) => [seq, at]))
  const all = Array.from({ length: 240 }, (_, index) => makeEntry(index))
  const filters = fc.record({
    actor: fc.option(fc.constantFrom(...actors), { nil: undefined }),
    agencyId: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    event: fc.option(fc.constantFrom('agencies.renamed', 'agencies.statusChanged'), { nil: undefined }),
    text: fc.option(fc.constantFrom('smith', 'LEE', '%', '_', 'ü'), { nil: undefined }),
    from: fc.option(fc.integer({ min: 0, max: 240 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: 0, max: 240 }), { nil: undefined }),
    by: fc.option(fc.constantFrom('people', 'software'), { nil: undefined }),
    // Each limit makes a separate statement.
    maxRows: fc.constantFrom(7, 40, 110, 300),
  })
  await fc.assert(
    fc.asyncProperty(filters, async ({ event, maxRows, from, to, ...given }) => {
      const instant = (minute: number | undefined): Date | undefined =>
        minute === undefined ? undefined : plusSeconds(began, minute * 60)
      const filter: JournalFilter = {
        ...given,
        events: event === undefined ? ['agencies.renamed', 'agencies.statusChanged'] : [event],
        eventsChosen: event !== undefined,
        from: instant(from),
        to: instant(to),
      }
      const found: string[] = []
      let before: number | undefined
      for (;;) {
        const page = await scan(server.db.read, filter, { before, limit: 5, maxRows }, { at: 'instant' })
        const times = toTimes(page)
        found.push(...times)
        // How far back it has looked: to its last row where the page is full, at least as far otherwise.
        const last = times.length === 0 ? undefined : new Date(times.at(-1) ?? '')
        if (page.next === null) {
          expect(page.lookedBackTo).toBeNull()
          break
        }
        expect(page.lookedBackTo?.getTime()).toBeLessThanOrEqual(last?.getTime() ?? Number.MAX_VALUE)
        if (page.rows === 5) expect(page.lookedBackTo).toEqual(last)
        expect(page.lookedBackTo).toEqual(timeOf.get(page.next))
        before = page.next
      }
      const expected = all.filter((entry) => {
        const words = `${entry.who} ${JSON.stringify(entry.before)} ${JSON.stringify(entry.after)} ${entry.reason ?? ''}`
        return (
          filter.events.includes(entry.event) &&
          (given.actor === undefined || entry.who === given.actor) &&
          (given.by === undefined || (given.by === 'people') === (kindOf(entry.who) === 'staff')) &&
          (given.agencyId === undefined || entry.agencyId === given.agencyId) &&
          (given.text === undefined || words.toLowerCase().includes(given.text.toLowerCase())) &&
          (filter.from === undefined || entry.at >= filter.from) &&
          (filter.to === undefined || entry.at < filter.to)
        )
      })
      expect(found).toEqual(expected.map(({ at }) => at.toISOString()).reverse())
    }),
    { numRuns: 60 },
  )
})

test('what has an index of its own fills a page from as many rows, however much else was written', async () => {
  const every = { events: ['agencies.renamed', 'agencies.statusChanged'], eventsChosen: false }
  const filters: readonly JournalFilter[] = [
    { ...every, agencyId: 3 },
    { ...every, agencyId: 3, by: 'people' },
    { ...every, actor: 'cli' },
    { events: ['agencies.statusChanged'], eventsChosen: true },
  ]
  for (const filter of filters) {
    const wanted = { before: undefined, limit: 5, maxRows: 5 }
    const { rows } = await scan(server.db.read, filter, wanted, { at: 'instant' })
    expect([filter, rows]).toEqual([filter, 5])
  }
})

test('the people and programs of the journal, each once; not the software of a hundred thousand agencies', async () => {
  const actor = { kind: 'agency', name: '00000003', sessionId: null } as const
  const entry = { event: 'agencyCommands.finished', agencyId: 3 }
  await server.db.write
    .transaction()
    .execute((tx) => appendEntry(tx, { at: plusSeconds(began, 90_000), actor, requestId: null }, entry))
  const { data } = await auditor.call(journal.people, {})
  expect(data).toEqual([...actors].sort())
})

test('[SHELL-19] [EXPORT-01] the export streams the filtered set as safe CSV, after its own journal row', async () => {
  await server.db.write.transaction().execute((tx) =>
    appendEntry(
      tx,
      {
        at: plusSeconds(began, 100_000),
        actor: { kind: 'system', name: 'cli', sessionId: null },
        requestId: null,
      },
      { event: 'agencies.renamed', agencyId: 9, subject: '=1+1', after: { name: 'a,"b"' } },
    ),
  )
  const answer = await auditor.call(journal.exportCsv, { agencyId: '9' })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="journal_\d{14}\.csv"$/)
  const [head, row, end] = answer.text.split('\r\n')
  expect(head).toBe('\ufeffId,At (UTC),Kind,Who,What,Event,Agency,Subject,Before,After,Reason')
  expect(row).toMatch(
    /,system,cli,Name changed,agencies\.renamed,00000009,'=1\+1,,"\{""name"":""a,\\""b\\""""\}",$/,
  )
  expect(end).toBe('')
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['actor', 'after'])
    .where('event', '=', 'journal.exported')
    .execute()
  expect(rows).toEqual([{ actor: expect.stringContaining('person-'), after: { agencyId: 9 } }])
})

/** The conditions of the last export, from its own journal row. */
async function lastExported(): Promise<unknown> {
  const { after } = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('event', '=', 'journal.exported')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return after
}

test('an export of more rows than are read at once has each once, newest first; an empty list of events asks for all', async () => {
  await sql`insert into journal (at, actor_kind, actor, event, agency_id, before, after, reason)
    select ${plusSeconds(began, 110_000)}::timestamptz, 'staff', 'ann@support.test', 'agencies.renamed', 77,
      case n when 1 then '{"name":"Old"}'::jsonb end, jsonb_build_object('name', n), case n when 1 then 'asked' end
    from generate_series(1, 2250) n`.execute(server.db.write)
  const { text } = await auditor.call(journal.exportCsv, {
    agencyId: '77',
    actor: '',
    events: 'no.such, agencies.renamed',
  })
  const [, ...lines] = text.trimEnd().split('\r\n')
  expect(lines.map((line) => /""name"":(\d+)/.exec(line)?.[1])).toEqual(
    Array.from({ length: 2250 }, (_, at) => String(2250 - at)),
  )
  expect(lines.at(-1)).toMatch(
    /^\d+,2026-11-02T14:33:20\.000Z,staff,ann@support\.test,Name changed,agencies\.renamed,00000077,,"\{""name"":""Old""\}","\{""name"":1\}",asked$/,
  )
  expect(await lastExported()).toEqual({ agencyId: 77, events: 'no.such, agencies.renamed' })
  for (const events of ['', ' , ']) {
    const { text: whole } = await auditor.call(journal.exportCsv, { agencyId: '77', events })
    expect(whole).toBe(text)
    expect(await lastExported()).toEqual({ agencyId: 77 })
  }
})

test('what a row does not say is empty in the export', async () => {
  const actor = { kind: 'provider', name: 'a program', sessionId: null } as const
  const context = { at: plusSeconds(began, 120_000), actor, requestId: null }
  await server.db.write.transaction().execute((tx) => appendEntry(tx, context, { event: 'agencies.renamed' }))
  const { text } = await auditor.call(journal.exportCsv, { actor: 'a program' })
  expect(text.split('\r\n')[1]).toMatch(
    /^\d+,2026-11-02T17:20:00\.000Z,provider,a program,Name changed,agencies\.renamed,,,,,$/,
  )
})

test('an export of what the reader may not see, or what never happens, is only the header', async () => {
  const { text } = await auditor.call(journal.exportCsv, { events: 'no.such' })
  expect(text.split('\r\n')).toHaveLength(2)
})

test('what a request wrote as late as it may is found although nothing else happened around it', async () => {
  const later = plusSeconds(began, 30 * 24 * 60 * 60)
  const entry = { event: 'agencies.renamed', agencyId: 78 }
  // A request that took long is written after one that began later.
  for (const [at, name] of [
    [plusSeconds(later, longestRequestMs / 1_000 - 1), 'quick'],
    [later, 'slow'],
  ] as const) {
    const actor = { kind: 'system', name, sessionId: null } as const
    await server.db.write
      .transaction()
      .execute((tx) => appendEntry(tx, { at, actor, requestId: null }, entry))
  }
  const found = async (input: { from?: string; to?: string }) =>
    (await auditor.call(journal.search, input)).data[0]?.entries.map(({ actor }) => actor)
  expect(await found({ from: plusSeconds(later, -3600).toISOString() })).toEqual(['slow', 'quick'])
  expect((await found({ to: plusSeconds(later, 3600).toISOString() }))?.slice(0, 2)).toEqual([
    'slow',
    'quick',
  ])
  const quickAt = plusSeconds(later, longestRequestMs / 1_000 - 1).toISOString()
  expect(await found({ from: later.toISOString(), to: quickAt })).toEqual(['slow'])
})

test('without AgencyManagementAdmin nothing of it is open', async () => {
  const agent = await server.asNew()
  for (const call of [journal.search, journal.people, journal.exportCsv])
    expect((await agent.call(call, {})).status).toBe(403)
})
