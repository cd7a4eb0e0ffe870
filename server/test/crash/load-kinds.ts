import type { AnyCall } from '@agency-support/contract/call'
import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { expiresOn } from '@agency-support/contract/rules/temporary-users'
import { sql } from 'kysely'
import { z } from 'zod'
import { systemClock } from '../../src/lib/clock.ts'
import type { OpenDatabase } from '../../src/db/open.ts'
import type { Answered, TestClient } from '../client.ts'
import { makeStaff } from '../people.ts'

/** What a kind of change reads of the journal. */
export interface Row {
  agency_id: number | null
  subject: string | null
  before: unknown
  after: unknown
}

/** One change that can be asked for; `mark` stands for it alone, in the journal too. */
export interface Wish {
  mark: string
  ask(client: TestClient, key: string): Promise<Answered<AnyCall>>
}

/** A kind of change of which a load is made. */
export interface ChangeKind {
  /** The event whose row tells of it. */
  event: string
  /** True where the call speaks to something slow, so that its key is claimed before anything is done. */
  isOutside?: boolean
  /** Puts into the database what the changes of a round need. */
  prepare(db: OpenDatabase, round: number): Promise<void>
  /** The change of this number in a round; undefined when nothing is left to change. */
  wish(round: number, number: number): Wish | undefined
  getMark(row: Row): string
  /** False for rows of the event that others make; all are its own without it. */
  isOwn?(row: Row): boolean
  /** What the tables say and these rows of the journal, in their order, do not, or the other way around. */
  compare(db: OpenDatabase, rows: readonly Row[]): Promise<string[]>
}

const header = (key: string) => ({ 'idempotency-key': key })
const Named = z.object({ name: z.string() })
const Listed = z.object({ permissions: z.string() })

/** Versions follow one another up to the present state, row by row. */
function findGaps(
  what: string,
  rows: readonly Row[],
  now: { version: number; text: string },
  getText: (values: unknown) => string,
): string[] {
  const gaps = rows.filter((row, at) => at > 0 && getText(row.before) !== getText(rows[at - 1]?.after))
  const last = rows.at(-1)
  return [
    ...gaps.map((row) => `${what}: "${getText(row.after)}" does not follow what was before it`),
    ...(now.version === rows.length + 1
      ? []
      : [`${what} has version ${now.version} and ${rows.length} rows`]),
    ...(last === undefined || getText(last.after) === now.text
      ? []
      : [`${what} is "${now.text}", its last row says otherwise`]),
  ]
}

/** What is there must have exactly the rows of the journal that tell of it. */
export function findStrays(what: string, there: readonly string[], rows: readonly string[]): string[] {
  const [inTables, inJournal] = [new Set(there), new Set(rows)]
  return [
    ...there
      .filter((mark) => !inJournal.has(mark))
      .map((mark) => `${what} ${mark} has no row of the journal`),
    ...rows
      .filter((mark) => !inTables.has(mark))
      .map((mark) => `${what} ${mark} is in the journal and not there`),
  ]
}

/** Few, so that changes of one agency wait for one another. */
const renamedAgencies = 25

const rename: ChangeKind = {
  event: 'agencies.renamed',
  prepare: async (db, round) => {
    if (round > 1) return
    const rows = Array.from({ length: renamedAgencies }, (_, at) => ({
      agency_id: at + 1,
      name: 'First',
      name_folded: 'first',
    }))
    await db.write.insertInto('agency').values(rows).execute()
  },
  wish: (round, number) => {
    const agencyId = 1 + (number % renamedAgencies)
    const name = `Round ${round} change ${number}`
    return {
      mark: `${agencyId} ${name}`,
      ask: (client, key) => client.call(agencies.updateName, { agencyId, name }, header(key)),
    }
  },
  getMark: (row) => `${row.agency_id} ${Named.parse(row.after).name}`,
  compare: async (db, rows) => {
    const own = db.read.selectFrom('agency').where('agency_id', '<=', renamedAgencies)
    const byAgency = Map.groupBy(rows, (row) => row.agency_id)
    return (await own.select(['agency_id', 'name', 'version']).execute()).flatMap(
      ({ agency_id: id, name, version }) =>
        findGaps(
          `agency ${id}`,
          byAgency.get(id) ?? [],
          { version, text: name },
          (values) => Named.parse(values).name,
        ),
    )
  },
}

const people = Array.from({ length: 20 }, (_, at) => `load-${at}@support.test`)
const rights = [2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2011, 3000, 3001, 4001]

/** More would be those of the next round. */
const permissionsARound = 200

const permissions: ChangeKind = {
  event: 'staff.permissionsChanged',
  prepare: async (db, round) => {
    if (round > 1) return
    for (const username of people) await makeStaff(db, systemClock, { username })
  },
  // A person's list is the binary form of a number that no other change of theirs has.
  wish: (round, number) => {
    if (number >= permissionsARound) return undefined
    const turn = (round - 1) * permissionsARound + number
    const username = people[turn % people.length] ?? ''
    const bits = 1 + Math.floor(turn / people.length)
    const list = [P.CanAccess, ...rights.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1)]
    if (bits >= 2 ** rights.length) return undefined
    const user = { username, agencyId: 0, permissions: list }
    return {
      mark: `${username} ${list.join(', ')}`,
      ask: (client, key) => client.call(staff.savePermissions, { user }, header(key)),
    }
  },
  getMark: (row) => `${row.subject} ${Listed.parse(row.after).permissions}`,
  compare: async (db, rows) => {
    const own = db.read.selectFrom('staff').where('username', 'in', people)
    const byPerson = Map.groupBy(rows, (row) => row.subject)
    return (await own.select(['username', 'permissions', 'version']).execute()).flatMap(
      ({ username, permissions: held, version }) =>
        findGaps(
          username,
          byPerson.get(username) ?? [],
          { version, text: held.join(', ') },
          (values) => Listed.parse(values).permissions,
        ),
    )
  },
}

const requestsARound = 200
/** Requests for seats are numbered from 1 on, and nobody else files any. */
const seatStatus: ChangeKind = {
  event: 'seats.requestStatusSet',
  prepare: async (db, round) => {
    const first = (round - 1) * requestsARound + 1
    // Numbered here: a crash makes PostgreSQL leave some numbers out.
    await sql`insert into seat_request (seat_request_id, requested_at, agency_id, requested_by, quantity,
        target_seat_total, first_name, last_name, email)
      overriding system value
      select id, now(), 1, 'ABC', 3, 15, 'Maria', 'Lopez', 'maria@agency.test'
      from generate_series(${first}::integer, ${first + requestsARound - 1}::integer) as id`.execute(db.write)
  },
  wish: (round, number) => {
    if (number >= requestsARound) return undefined
    const id = (round - 1) * requestsARound + number + 1
    return {
      mark: `Seat request ${id}`,
      ask: (client, key) => client.call(seats.setRequestStatus, { id, status: 4 }, header(key)),
    }
  },
  getMark: (row) => row.subject ?? '',
  compare: async (db, rows) => {
    const done = await db.read
      .selectFrom('seat_request')
      .select('seat_request_id')
      .where('status', '=', 4)
      .where('version', '=', 2)
      .execute()
    const marks = done.map(({ seat_request_id: id }) => `Seat request ${id}`)
    return findStrays('the status of', marks, rows.map(seatStatus.getMark))
  },
}

/** Far fewer than a queue of commands holds, for each is one. */
const seatsARound = 60
const firstOnline = 20_000
const username = (number: number): string => `SEAT-${number}`

const seatRelease: ChangeKind = {
  event: 'seats.released',
  prepare: async (db, round) => {
    const id = { agency_id: firstOnline + round }
    const agency = { ...id, name: 'Online', name_folded: 'online', is_online: true }
    await db.write.insertInto('agency').values(agency).execute()
    const now = systemClock.now()
    await db.write
      .insertInto('agency_seats')
      .values({ ...id, licensed_seats: seatsARound, reported_at: now })
      .execute()
    const rows = Array.from({ length: seatsARound }, (_, at) => ({
      ...id,
      username: username(at),
      tokens: '[]',
    }))
    await db.write.insertInto('agency_seat').values(rows).execute()
  },
  wish: (round, number) => {
    if (number >= seatsARound) return undefined
    const agencyId = String(firstOnline + round)
    return {
      mark: `${agencyId} ${username(number)}`,
      ask: (client, key) => client.call(seats.release, { agencyId, username: username(number) }, header(key)),
    }
  },
  getMark: (row) => `${row.agency_id} ${row.subject}`,
  compare: async (db, rows) => {
    const released = await db.read
      .selectFrom('agency_seat')
      .select(['agency_id', 'username'])
      .where('released_at', 'is not', null)
      .execute()
    const ordered = await db.read
      .selectFrom('agency_command')
      .select(['agency_id', 'argument'])
      .where('command', '=', 'releaseSeat')
      .execute()
    const marks = rows.map(seatRelease.getMark)
    return [
      ...findStrays(
        'the seat',
        released.map((row) => `${row.agency_id} ${row.username}`),
        marks,
      ),
      ...findStrays(
        'the command for seat',
        ordered.map((row) => `${row.agency_id} ${row.argument}`),
        marks,
      ),
      ...(ordered.length === released.length ? [] : [`${released.length} seats, ${ordered.length} commands`]),
    ]
  },
}

const firstCreated = 1_000_000

const creation: ChangeKind = {
  event: 'agencies.added',
  prepare: () => Promise.resolve(),
  wish: (round, number) => {
    const agencyId = firstCreated + round * 1_000 + number
    const agency = { agencyId, agencyName: 'New', projectedClients: 1, projectedUsers: 1, isOnline: false }
    if (number >= 1_000) return undefined
    return {
      mark: String(agencyId),
      ask: (client, key) => client.call(agencies.add, { agency }, header(key)),
    }
  },
  getMark: (row) => String(row.agency_id),
  compare: async (db, rows) => {
    const there = await db.read
      .selectFrom('agency')
      .select('agency_id')
      .where('agency_id', '>=', firstCreated)
      .execute()
    return findStrays(
      'agency',
      there.map((row) => String(row.agency_id)),
      rows.map(creation.getMark),
    )
  },
}

const usersARound = 60
const firstWithUsers = 500_000

const temporaryUser: ChangeKind = {
  isOutside: true,
  event: 'agencyUsers.superUserCreated',
  prepare: async (db, round) => {
    const agency = { agency_id: firstWithUsers + round, name: 'Local', name_folded: 'local' }
    await db.write.insertInto('agency').values(agency).execute()
  },
  wish: (round, number) => {
    if (number >= usersARound) return undefined
    const AgencyId = firstWithUsers + round
    const Username = number.toString(36).toUpperCase().padStart(2, '0').padStart(3, '-')
    const given = {
      Username,
      AgencyId,
      Password: 'Kx7#mQ2!vR9@tL4$',
      ExpiresOn: expiresOn(systemClock.now(), 72),
      // Nobody collects the command of the one before.
      Again: true,
    }
    return {
      mark: `${AgencyId} ${Username}`,
      ask: (client, key) => client.call(agencyUsers.createSuperUser, given, header(key)),
    }
  },
  getMark: (row) => `${row.agency_id} ${row.subject}`,
  compare: async (db, rows) => {
    const made = await db.read.selectFrom('super_user').select(['agency_id', 'username']).execute()
    const marks = made.map((row) => `${row.agency_id} ${row.username}`)
    return findStrays('the temporary user', marks, rows.map(temporaryUser.getMark))
  },
}

/** As often as a kind stands here, so often it is asked for; the first comes in place of one that has nothing left. */
export type Mixture = readonly [ChangeKind, ...ChangeKind[]]

export const usualMixture: Mixture = [
  rename,
  permissions,
  rename,
  seatStatus,
  seatRelease,
  rename,
  creation,
  permissions,
  temporaryUser,
  rename,
]

/** Each kind once. */
export function listKinds(mixture: Mixture): readonly ChangeKind[] {
  return [...new Set(mixture)]
}
