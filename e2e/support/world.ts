import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import { nestedOk } from '@agency-support/contract/nested-command'
import { session } from '@agency-support/contract/modules/session'
import type { PermissionId } from '@agency-support/contract/permissions'
import { foldText } from '@agency-support/contract/rules/search'
import { keyHash, newSecret, wholeKey } from '@agency-support/server/lib/agent-key'
import { expect } from '@playwright/test'
import pg from 'pg'
import { type Answered, TestClient } from '../../server/test/client.ts'
import { AgencySoftware } from './agency-software.ts'
import type { ServerProcess } from './server-process.ts'

/** Password of all accounts that tests sign in with. */
export const password = 'sandbox-only-password'

export const admin = 'admin@support.test'
export const agent = 'agent@support.test'

export interface NewAgency {
  /** Set if its value matters. */
  id?: number
  name?: string
  status?: number
  versionDisplay?: string
  /** On the newer version. */
  isOnline?: boolean
  regionId?: number
  onboardingStatus?: number
  /** 2 is texting. */
  domains?: number
}

/** A table that a test can make unavailable. */
export type TableAway =
  | 'certificate'
  | 'agency'
  | 'journal'
  | 'agency_command'
  | 'agency_file'
  | 'agency_texting'
  | 'agency_token'
  | 'esignature_subscription'
  | 'agency_totals'
  | 'agency_user'
  | 'super_user'
  | 'agency_sign_in'
  | 'activity_event'
  | 'agency_email_event'
  | 'agency_seat'
  | 'seat_request'
  | 'texting_connection'
  | 'esignature_user'
  | 'feature_switch'
  | 'marketplace_registration'
  | 'product'
  | 'product_override'
  | 'staff'
  | 'session'
  | 'system_alert'
  | 'agency_product'
  | 'subscription_event'
  | 'billing_record'
  | 'vendor'
  | 'integration_item'

/** Sends a call of the console, which must succeed; returns the items of its answer. */
type StaffCall = <C extends AnyCall>(call: C, input: ClientIn<C>) => Promise<Answered<C>['data']>
type StaffWork<T> = (call: StaffCall, client: TestClient) => Promise<T>

/** Creates what a test needs, and provokes failures. */
export interface World {
  /** The server, with the control addresses of its emulators. */
  server: ServerProcess
  /** Creates an agency for the test; returns its id. */
  agency(given?: NewAgency): Promise<number>
  /** The software of a test's agency, the same one each time. */
  software(agencyId: number): Promise<AgencySoftware>
  /** Runs something with calls of the console, signed in meanwhile; by default as the administrator. */
  asStaff<T>(work: StaffWork<T>, username?: string): Promise<T>
  /** Creates a person for the test; returns the name to sign in with. */
  person(given?: { permissions?: readonly PermissionId[]; status?: number; mfa?: number }): Promise<string>
  /** Runs SQL; returns the rows. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Renames a table while `work` runs, so that every call that needs it fails with HTTP 500. */
  without<T>(table: TableAway, work: () => Promise<T>): Promise<T>
  /** Locks an agency's row while `work` runs; `waiting` resolves once this many writers wait for it. */
  holding(
    agencyId: number,
    work: (waiting: (writers: number) => Promise<void>) => Promise<void>,
  ): Promise<void>
  /** Blocks all calls that need a table while `work` runs. */
  holdingTable<T>(table: TableAway, work: () => Promise<T>): Promise<T>
  /** How many transactions wait for a lock. */
  countWaiting(): Promise<number>
  close(): Promise<void>
}

/** Ids far from those of the demo data; a letter distinguishes names of different tests. */
let lastAgency = 70_000_000
let lastPerson = 0

const waitingBackends = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`

async function giveKey(sql: World['sql'], agencyId: number): Promise<string> {
  const secret = newSecret()
  const values = [agencyId, keyHash(secret)]
  await sql('insert into agency_key (agency_id, key_hash, rotated_at) values ($1, $2, now())', values)
  return wholeKey(agencyId, secret)
}

async function addAgency(sql: World['sql'], given: NewAgency = {}): Promise<number> {
  const { name = 'Test Agency', status = 2, versionDisplay = '5.4.2', regionId = 2 } = given
  const { onboardingStatus = 7, isOnline = false, domains = 0 } = given
  lastAgency += 1
  const id = given.id ?? lastAgency
  const facts = [name, foldText(name), versionDisplay, regionId, status, onboardingStatus, isOnline, domains]
  await sql(
    `insert into agency (agency_id, name, name_folded, version_display, region_id, pool_id, status, onboarding_status, is_online, domains)
     values ($1, $2, $3, $4, $5, 3, $6, $7, $8, $9)`,
    [id, ...facts],
  )
  return id
}

/** Connects the software of each agency once, because an agency has only one key. */
function connectEach(connect: (agencyId: number) => Promise<AgencySoftware>): World['software'] {
  const connected = new Map<number, Promise<AgencySoftware>>()
  return (agencyId) => {
    const software = connected.get(agencyId) ?? connect(agencyId)
    connected.set(agencyId, software)
    return software
  }
}

async function asStaff<T>(origin: string, username: string, work: StaffWork<T>): Promise<T> {
  const client = new TestClient({ port: Number(new URL(origin).port), origin })
  try {
    const signedIn = await client.call(session.signIn, { username, password })
    expect(signedIn.bare()).toMatchObject({ status: 0 })
    return await work(async (call, input) => {
      const { code, message, data } = await client.call(call, input)
      expect([code, message], call.name).toEqual([call.at.form === 'nested' ? nestedOk : Code.ok, ''])
      return data
    }, client)
  } finally {
    await client.call(session.signOut, {})
    client.close()
  }
}

async function holdTable<T>(pool: pg.Pool, table: TableAway, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in access exclusive mode`)
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

export function openWorld(server: ServerProcess): World {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 2 })
  pool.on('error', () => undefined)
  async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query<Row>(text, values)).rows
  }
  const countWaiting = async (): Promise<number> => (await sql(waitingBackends)).length
  return {
    server,
    sql,
    agency: (given) => addAgency(sql, given),
    software: connectEach(
      async (agencyId) => new AgencySoftware(server.origin, await giveKey(sql, agencyId)),
    ),
    asStaff: (work, username = admin) => asStaff(server.origin, username, work),
    async person({ permissions = [2000, 2006], status = 0, mfa = 1 } = {}) {
      lastPerson += 1
      const username = `person${lastPerson}@support.test`
      await sql(
        `insert into staff (username, password_hash, status, mfa, permissions, created_at)
         select $1, password_hash, $2, $3, $4, now() from staff where username = $5`,
        [username, status, mfa, permissions, admin],
      )
      return username
    },
    async without(table, work) {
      await sql(`alter table ${table} rename to ${table}_away`)
      try {
        return await work()
      } finally {
        await sql(`alter table ${table}_away rename to ${table}`)
      }
    },
    async holding(agencyId, work) {
      const holder = await pool.connect()
      try {
        await holder.query('begin')
        await holder.query('select from agency where agency_id = $1 for update', [agencyId])
        await work(async (writers) => {
          await expect.poll(countWaiting).toBe(writers)
        })
      } finally {
        await holder.query('rollback')
        holder.release()
      }
    },
    holdingTable: (table, work) => holdTable(pool, table, work),
    countWaiting,
    close: () => pool.end(),
  }
}

/** Invalidates a person's cookie; the open live stream does not notice, so the next call gets the 401. */
export async function loseCookie(world: World, username: string): Promise<void> {
  await (await cookieLoser(world, username))()
}

/** The same when the returned function is called, which needs only the table `session`. */
export async function cookieLoser(world: World, username: string): Promise<() => Promise<void>> {
  const [person] = await world.sql<{ staff_id: number }>('select staff_id from staff where username = $1', [
    username,
  ])
  return async () => {
    await world.sql('update session set token_hash = sha256(token_hash) where staff_id = $1', [
      person?.staff_id,
    ])
  }
}
