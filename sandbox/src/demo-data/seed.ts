import { liveOnboarding } from '@agency-support/contract/rules/agency-facts'
import { P, type PermissionId } from '@agency-support/contract/permissions'
import { foldText } from '@agency-support/contract/rules/search'
import { type CopyValues, copyRows } from '@agency-support/server/cli/copy-rows'
import { addStaffSharing } from '@agency-support/server/cli/staff/add'
import { systemClock } from '@agency-support/server/lib/clock'
import { inTransaction, withConnection } from '@agency-support/server/db/connection'
import { advisoryLocks } from '@agency-support/server/db/locks'
import { withDatabase } from '@agency-support/server/db/open'
import type { Column } from '@agency-support/server/db/query'
import { getMainContact } from '../providers/backoffice/data.ts'
import { type DemoAgency, demoAgencies } from './agencies.ts'
import { demoSeatRequests, seatRequestColumns, seatRequestValues } from './seat-requests.ts'

/** An account of the sandbox. */
export interface DemoAccount {
  username: string
  firstName: string
  lastName: string
  password: string
  permissions: readonly PermissionId[]
  mustChange: boolean
  /** What a person who has just started the sandbox should know about it. */
  about: string
}

const password = 'sandbox-only-password'

/** The accounts of the sandbox; other installations start without any. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'admin@support.test',
    firstName: 'Ada',
    lastName: 'Admin',
    password,
    permissions: Object.values(P),
    mustChange: false,
    about: 'may do everything: holds all 26 permissions.',
  },
  {
    username: 'agent@support.test',
    firstName: 'Alex',
    lastName: 'Agent',
    password,
    permissions: [P.CanAccess],
    mustChange: false,
    about: 'may look but not change: holds 2000 only.',
  },
  {
    username: 'new@support.test',
    firstName: 'Nico',
    lastName: 'New',
    password,
    permissions: [P.CanAccess],
    mustChange: true,
    about: 'must change the password first.',
  },
]

export interface SeedOptions {
  databaseUrl: string
  /** Number of agencies; the first ones are the same for any number. */
  agencies: number
  log: (line: string) => void
}

/** Seed of the demo data; the same seed gives the same data. */
export const demoSeed = 20_261_121

// Notes that the demo data has been inserted; production databases do not have this table. Older sandboxes are
// complete.
const noteTable = `create table if not exists sandbox_demo_data (
  seed integer primary key, agencies integer not null, seeded_at timestamptz not null
);
alter table sandbox_demo_data add column if not exists is_complete boolean not null default true`

type Connection = Parameters<Parameters<typeof withConnection>[1]>[0]

/**
 * Fills a migrated database with the demo data, if not done yet. Returns false once `completeDemo` has noted that the
 * data created through the API is there too.
 */
export function seedDemo({ databaseUrl, agencies, log }: SeedOptions): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.seed])
    const before = await readNote(client)
    if (before !== undefined) {
      if (before.agencies !== agencies)
        log(
          `The demo data stays as it is, with ${before.agencies} agencies; npm run reset makes room for ${agencies}.`,
        )
      return !before.is_complete
    }
    const started = performance.now()
    await addAccounts(databaseUrl)
    await addAgencies(client, agencies)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    log(`Demo data: ${agencies} agencies and ${demoAccounts.length} accounts in ${seconds} s.`)
    return true
  })
}

async function readNote(client: Connection): Promise<{ agencies: number; is_complete: boolean } | undefined> {
  await client.query(noteTable)
  const { rows } = await client.query<{ agencies: number; is_complete: boolean }>(
    'select agencies, is_complete from sandbox_demo_data',
  )
  return rows[0]
}

/** Notes that the demo data is complete. */
export async function completeDemo(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, (client) =>
    client.query('update sandbox_demo_data set is_complete = true'),
  )
}

async function addAccounts(databaseUrl: string): Promise<void> {
  const at = {
    at: systemClock.now(),
    actor: { kind: 'system', name: 'sandbox', sessionId: null },
    requestId: null,
  } as const
  await withDatabase(databaseUrl, (db) => addStaffSharing(db, password, demoAccounts, at))
}

async function addAgencies(client: Connection, count: number): Promise<void> {
  await inTransaction(client, () => fill(client, count))
  await client.query('vacuum analyze agency, seat_request')
}

async function fill(client: Connection, count: number): Promise<void> {
  // Building the name index once is three times faster than updating it row by row.
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_indexdef('agency_name_grams'::regclass) as definition",
  )
  await client.query('drop index agency_name_grams')
  // Agencies imported before the first start are kept.
  await client.query('create temporary table demo_agency (like agency including defaults) on commit drop')
  await copyRows(client, 'demo_agency', columns, toBatches(demoAgencies(count, demoSeed), 1_000))
  await client.query(addDemoAgencies, [systemClock.now(), liveOnboarding])
  await client.query(rows[0]?.definition ?? '')
  await addSeatRequests(client, count)
  await client.query('insert into sandbox_demo_data values ($1, $2, $3, false)', [
    demoSeed,
    count,
    systemClock.now(),
  ])
}

// Live agencies went live at some time in the last two years, derived from their id.
const addDemoAgencies = `with added as (
  insert into agency select * from demo_agency on conflict (agency_id) do nothing returning agency_id, onboarding_status
)
insert into activity_event (at, category, agency_id, change)
select $1::timestamptz - (hashint4(agency_id)::bigint & 2147483647) % 63072000 * interval '1 second', 'Cloud', agency_id, 1
from added where onboarding_status = $2`

/** Agencies with seat requests; the first of the demo data. */
const asking = 120

async function addSeatRequests(client: Connection, agencies: number): Promise<void> {
  const ids = [...demoAgencies(Math.min(agencies, asking), demoSeed)].map(({ agencyId }) => agencyId)
  if (ids.length === 0) return
  const requests = [...demoSeatRequests(ids, demoSeed, systemClock.now())]
  await copyRows(client, 'seat_request', seatRequestColumns, [requests.map(seatRequestValues)])
}

const columns: readonly Column<'agency'>[] = [
  'agency_id',
  'name',
  'name_folded',
  'version_display',
  'is_online',
  'region_id',
  'pool_id',
  'status',
  'storage_mode',
  'agency_type',
  'onboarding_status',
  'domains',
  'time_zone_id',
  'main_contact',
]

function toValues(agency: DemoAgency): CopyValues {
  return [
    agency.agencyId,
    agency.name,
    foldText(agency.name),
    agency.versionDisplay,
    agency.isOnline,
    agency.regionId,
    agency.poolId,
    agency.status,
    agency.storageMode,
    agency.agencyType,
    agency.onboardingStatus,
    agency.domains,
    agency.timeZoneId,
    getMainContact(agency.agencyId),
  ]
}

function* toBatches(agencies: Iterable<DemoAgency>, size: number): Generator<CopyValues[]> {
  let batch: CopyValues[] = []
  for (const agency of agencies) {
    batch.push(toValues(agency))
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  yield batch
}
