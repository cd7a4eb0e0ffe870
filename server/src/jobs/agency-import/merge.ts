import { AgencyDetails } from '@agency-support/contract/modules/agency-details'
import { liveOnboarding } from '@agency-support/contract/rules/agency-facts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Clock } from '../../lib/clock.ts'
import { inTransaction } from '../../db/connection.ts'
import { queryCancelledCode } from '../../db/database-errors.ts'
import type { Column } from '../../db/query.ts'
import { getErrorCode } from '../../lib/error-code.ts'
import type { Values } from '../../journal/append.ts'
import { type AgencyImport, importFacts, countMerged } from './imports.ts'

/** The values that an import can contain, with the table's columns. */
export const stagedColumns = {
  name: 'name',
  versionDisplay: 'version_display',
  isOnline: 'is_online',
  regionId: 'region_id',
  poolId: 'pool_id',
  status: 'status',
  agencyType: 'agency_type',
  domains: 'domains',
  onboardingStatus: 'onboarding_status',
  timeZoneId: 'time_zone_id',
  mainContact: 'main_contact',
} as const satisfies Readonly<Record<string, Column<'agency'> & Column<'agency_import_line'>>>
export type StagedName = keyof typeof stagedColumns

/** What an import does, or would do, to the agencies in its file. */
export interface Counts {
  inserted: number
  updated: number
  unchanged: number
}

/** How to merge, report and stop. */
export interface Merging {
  clock: Clock
  /** Stops the merge between two batches. */
  signal?: AbortSignal
  /** Called after each batch. */
  onMerged?(soFar: AgencyImport): void
  /** Called when the merge has to wait for somebody else's change of an agency. */
  onHeld?(): void
}

/** Target duration of a batch, during which its agencies stay locked; the size adapts between the limits below. */
const batchMs = 50
const firstBatch = 200
const minBatch = 50
const maxBatch = 5_000

/** A statement that takes longer, for example because an agency is locked, is cancelled and its batch repeated. */
const lockTimeoutMs = 200
const statementTimeoutMs = 400
const lockNotAvailable = '55P03'

/** Limit of the GIN index's pending list: with the default of 4 MB a batch stalls while the list is merged. */
const pendingKilobytes = 512

const pairs = Object.entries(stagedColumns).map(([name, column]) => ({ name, column }))
const toDiffers = (among: typeof pairs): string =>
  among.map(({ column }) => `(s.${column} is not null and s.${column} <> a.${column})`).join(' or ')
const differs = toDiffers(pairs)
const detailsDiffer = toDiffers(pairs.filter(({ name }) => Object.hasOwn(AgencyDetails.shape, name)))

const countAll = `select count(*)::integer as agencies,
  count(*) filter (where a.agency_id is null)::integer as inserted,
  count(*) filter (where a.agency_id is not null and (${differs}))::integer as updated
from agency_import_line s left join agency a using (agency_id)`

const nextBatch = `select count(*)::integer as agencies, max(agency_id) as upto
from (select agency_id from agency_import_line where agency_id > $1 order by agency_id limit $2) as next`

const insertedColumns = [...pairs.map(({ column }) => column), 'name_folded']
const defaults: Readonly<Record<string, string>> = {
  name: "''",
  name_folded: "''",
  version_display: "''",
  is_online: 'false',
  onboarding_status: '911',
  time_zone_id: "'America/Chicago'",
  main_contact: "''",
}

// An agency that goes online or offline is an activity of the category Cloud.
const appendLive = (changes: string): string =>
  `insert into activity_event (at, category, agency_id, change) select $3, 'Cloud', agency_id, ${changes}`

const insertNew = `with inserted as (
  insert into agency (agency_id, ${insertedColumns.join(', ')})
  select s.agency_id, ${insertedColumns.map((column) => `coalesce(s.${column}, ${defaults[column] ?? '0'})`).join(', ')}
  from agency_import_line s
  where s.agency_id > $1 and s.agency_id <= $2 and not exists (select from agency a where a.agency_id = s.agency_id)
  order by s.agency_id
  on conflict (agency_id) do nothing
  returning agency_id, ${pairs.map(({ column }) => column).join(', ')}
), live as (${appendLive('1 from inserted where onboarding_status = $4')})
insert into journal (at, actor_kind, actor, event, agency_id, after)
select $3, 'system', 'cli', 'agencies.imported', agency_id,
  jsonb_build_object(${pairs.map(({ name, column }) => `'${name}', ${column}`).join(', ')})
from inserted`

const changedOnly = (row: 'b' | 'c'): string =>
  `jsonb_strip_nulls(jsonb_build_object(${pairs
    .map(({ name, column }) => `'${name}', case when b.${column} <> c.${column} then ${row}.${column} end`)
    .join(', ')}))`

// Rows are locked before they are compared, so that a concurrent rename is neither lost nor misreported.
const updateChanged = `with before as materialized (
  select a.* from agency a join agency_import_line s using (agency_id)
  where s.agency_id > $1 and s.agency_id <= $2 and (${differs}) order by agency_id for update of a
), changed as (
  update agency a set
    ${pairs.map(({ column }) => `${column} = coalesce(s.${column}, a.${column})`).join(', ')},
    name_folded = coalesce(s.name_folded, a.name_folded),
    version = a.version + 1,
    name_version = case when s.name <> a.name then a.version + 1 else a.name_version end,
    name_changed_by = case when s.name <> a.name then 'cli' else a.name_changed_by end,
    name_changed_at = case when s.name <> a.name then $3 else a.name_changed_at end,
    status_version = case when s.status <> a.status then a.version + 1 else a.status_version end,
    status_changed_by = case when s.status <> a.status then 'cli' else a.status_changed_by end,
    status_changed_at = case when s.status <> a.status then $3 else a.status_changed_at end,
    details_changed_by = case when ${detailsDiffer} then 'cli' else a.details_changed_by end,
    details_changed_at = case when ${detailsDiffer} then $3 else a.details_changed_at end
  from before b join agency_import_line s using (agency_id)
  where a.agency_id = b.agency_id
  returning a.*
), live as (${appendLive(`case c.onboarding_status when $4 then 1 else -1 end
  from changed c join before b using (agency_id)
  where (c.onboarding_status = $4) <> (b.onboarding_status = $4)`)})
insert into journal (at, actor_kind, actor, event, agency_id, before, after)
select $3, 'system', 'cli', 'agencies.imported', agency_id, ${changedOnly('b')}, ${changedOnly('c')}
from changed c join before b using (agency_id)`

// The expected starting id is compared, so that no batch can be counted twice.
const noteBatch = `with merged as (delete from agency_import_line where agency_id <= $3), noted as (
  update agency_import set merged_to = $3, inserted = inserted + $4, updated = updated + $5, unchanged = unchanged + $6
  where import_id = $1 and merged_to = $2 and state = 'merging'
  returning ${importFacts}
), journalled as (
  insert into journal (at, actor_kind, actor, event, subject, after)
  select $7, 'system', 'cli', 'agencies.importProgress', file,
    jsonb_build_object('merged', inserted + updated + unchanged, 'of', agencies)
  from noted where $4 + $5 > 0 and inserted + updated + unchanged < agencies
)
select * from noted`

const recordRun = `insert into journal (at, actor_kind, actor, event, subject, after)
values ($1, 'system', 'cli', 'agencies.importRun', $2, $3)`

/** Counts what merging the staged agencies would do; changes nothing. */
export async function countChanges(client: Client): Promise<Counts> {
  const { rows } = await client.query<{ agencies: number; inserted: number; updated: number }>(countAll)
  const { agencies, inserted, updated } = rows[0] ?? { agencies: 0, inserted: 0, updated: 0 }
  return { inserted, updated, unchanged: agencies - inserted - updated }
}

/**
 * Merges the staged agencies of an import into the agency table in batches, each in its own transaction with its
 * journal rows. Resolves with the import when nothing is left, or with its progress when it was stopped. The caller
 * holds the import lock.
 */
export async function mergeStaged(
  client: Client,
  begun: AgencyImport,
  { clock, signal, onMerged, onHeld }: Merging,
): Promise<AgencyImport> {
  let soFar = begun
  let size = firstBatch
  while (signal?.aborted !== true) {
    const from = performance.now()
    try {
      const next = await mergeBatch(client, soFar, size, clock.now())
      if (next === undefined) return soFar
      soFar = next
      onMerged?.(soFar)
      size = nextSize(size, performance.now() - from)
    } catch (error) {
      const code = getErrorCode(error)
      const tookTooLong = code === queryCancelledCode && performance.now() - from >= statementTimeoutMs
      if (code !== lockNotAvailable && !tookTooLong) throw error
      if (code === lockNotAvailable) onHeld?.()
      size = nextSize(size, performance.now() - from)
      await pause(lockTimeoutMs)
    }
  }
  return soFar
}

/** The size for the next batch, from the size and duration of the last one. */
export function nextSize(size: number, ms: number): number {
  const fitting = Math.round(size * Math.min(2, batchMs / ms))
  return Math.min(maxBatch, Math.max(minBatch, fitting))
}

/** Merges the next batch; undefined if nothing is left. */
async function mergeBatch(
  client: Client,
  { importId, mergedTo }: AgencyImport,
  size: number,
  at: Date,
): Promise<AgencyImport | undefined> {
  const { rows: found } = await client.query<{ agencies: number; upto: number | null }>(nextBatch, [
    mergedTo,
    size,
  ])
  const { agencies, upto } = found[0] ?? { agencies: 0, upto: null }
  if (upto === null) return undefined
  // The smallest batch has no time limit, because it must succeed on a slow machine too.
  const limitMs = size > minBatch ? statementTimeoutMs : 0
  return inTransaction(client, async () => {
    await client.query(
      `set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${limitMs};
       set local gin_pending_list_limit = ${pendingKilobytes}`,
    )
    const range = [mergedTo, upto, at, liveOnboarding]
    const { rowCount: inserted } = await client.query(insertNew, range)
    const { rowCount: updated } = await client.query(updateChanged, range)
    const unchanged = agencies - (inserted ?? 0) - (updated ?? 0)
    const { rows } = await client.query<AgencyImport>(noteBatch, [
      importId,
      mergedTo,
      upto,
      inserted,
      updated,
      unchanged,
      at,
    ])
    const [next] = rows
    if (next === undefined) throw new Error(`import ${importId} was merged by another process`)
    return next
  })
}

/** From this many changes on, statistics are refreshed; the query plan for sealing the journal depends on them. */
const analyzeFrom = 10_000

/** Ends a completely merged import. If it changed nothing, it appends no journal row. */
export async function endImport(client: Client, merged: AgencyImport, at: Date): Promise<void> {
  const { inserted, updated, unchanged, refused, agencies } = merged
  if (countMerged(merged) < agencies) throw new Error(`the import of ${merged.file} is not merged to its end`)
  if (inserted + updated >= analyzeFrom) await client.query('analyze agency, journal')
  await closeImport(client, merged, { at, state: 'done', counts: { inserted, updated, unchanged, refused } })
}

/** Ends an import and discards its rest; what is merged stays. */
export async function discardImport(client: Client, soFar: AgencyImport, at: Date): Promise<void> {
  const { inserted, updated, unchanged, refused, agencies } = soFar
  const discarded = agencies - countMerged(soFar)
  const counts = { inserted, updated, unchanged, refused, discarded }
  await closeImport(client, soFar, { at, state: 'discarded', counts })
}

async function closeImport(
  client: Client,
  { importId, file, inserted, updated }: AgencyImport,
  { at, state, counts }: { at: Date; state: AgencyImport['state']; counts: Values },
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('delete from agency_import_line')
    await client.query('update agency_import set state = $2, ended_at = $3 where import_id = $1', [
      importId,
      state,
      at,
    ])
    if (inserted + updated > 0) await client.query(recordRun, [at, file, JSON.stringify(counts)])
  })
}
