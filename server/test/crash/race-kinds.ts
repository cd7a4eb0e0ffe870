import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { expiresOn, initialsAlphabet } from '@agency-support/contract/rules/temporary-users'
import { sql } from 'kysely'
import { systemClock } from '../../src/lib/clock.ts'
import type { OpenDatabase } from '../../src/db/open.ts'
import type { TestClient } from '../client.ts'
import { makeStaff } from '../people.ts'
import type { TwoServers } from './two-servers.ts'

/** One round of a race. */
export interface Round {
  /** What the one of this turn asks for; the code of the answer. */
  act(client: TestClient, turn: number): Promise<number>
  /** What is wrong once all were answered, in sentences; the codes are in the order of the turns. */
  judge(codes: readonly number[]): Promise<string[]>
}

export interface Race {
  name: string
  /** Prepares what all rounds share; gives how each begins. */
  open(servers: TwoServers): Promise<(round: number) => Promise<Round>>
}

/** What an answer's codes must be: so many of each. */
export function judgeCodes(codes: readonly number[], wanted: Readonly<Record<number, number>>): string[] {
  const count = (code: number): number => codes.filter((one) => one === code).length
  const isRight =
    Object.entries(wanted).every(([code, times]) => count(Number(code)) === times) &&
    codes.every((code) => code in wanted)
  return isRight ? [] : [`the answers were ${codes.join(', ')}`]
}

/** How many rows the journal has of an event, of an agency or a subject. */
export async function countRows(
  db: OpenDatabase,
  event: string,
  of: { agencyId?: number; subject?: string },
): Promise<number> {
  const rows = await db.read
    .selectFrom('journal')
    .select('seq')
    .where('event', '=', event)
    .$if(of.agencyId !== undefined, (rows) => rows.where('agency_id', '=', of.agencyId ?? 0))
    .$if(of.subject !== undefined, (rows) => rows.where('subject', '=', of.subject ?? ''))
    .execute()
  return rows.length
}

/** Nothing when it is so, else the sentence. */
export const unless = (isSo: boolean, sentence: string): string[] => (isSo ? [] : [sentence])

const seatRelease: Race = {
  name: 'release of one seat',
  open: async (servers) => async (round) => {
    const agencyId = 41_000 + round
    const software = await servers.openSoftware(agencyId)
    const online = { is_online: true }
    await servers.db.write.updateTable('agency').set(online).where('agency_id', '=', agencyId).execute()
    await software.call(seats.reportSeats, {
      licensedSeats: 12,
      seats: ['ABC', 'LEE'].map((username) => ({
        username,
        lastSigninAt: null,
        lastTokenAt: null,
        tokens: [],
      })),
    })
    software.close()
    return {
      act: async (client) =>
        (await client.call(seats.release, { agencyId: String(agencyId), username: 'ABC' })).code,
      judge: async (codes) => {
        const left = await servers.db.read
          .selectFrom('agency_seat')
          .select('username')
          .where('agency_id', '=', agencyId)
          .where('released_at', 'is', null)
          .execute()
        const names = left.map(({ username }) => username).join(', ')
        const rows = await countRows(servers.db, 'seats.released', { agencyId })
        return [
          ...judgeCodes(codes, { 0: 1, 2: 11 }),
          ...unless(names === 'LEE', `the seats left are ${names}`),
          ...unless(rows === 1, `${rows} rows of the journal tell of the release`),
        ]
      },
    }
  },
}

const agencyCreate: Race = {
  name: 'creation of one agency',
  open:
    async ({ db }) =>
    async (round) => {
      const agencyId = 42_000 + round
      const nameOf = (turn: number): string => `Try ${turn} of round ${round}`
      return {
        act: async (client, turn) => {
          const agency = {
            agencyId,
            agencyName: nameOf(turn),
            projectedClients: 1,
            projectedUsers: 1,
            isOnline: true,
          }
          return (await client.call(agencies.add, { agency })).code
        },
        judge: async (codes) => {
          const [row] = await db.read
            .selectFrom('agency')
            .select('name')
            .where('agency_id', '=', agencyId)
            .execute()
          const rows = await countRows(db, 'agencies.added', { agencyId })
          return [
            ...judgeCodes(codes, { 0: 1, 409: 11 }),
            ...unless(row?.name === nameOf(codes.indexOf(0)), `the agency is called ${row?.name}`),
            ...unless(rows === 1, `${rows} rows of the journal tell of the creation`),
          ]
        },
      }
    },
}

const seatStatus: Race = {
  name: 'status of one seat request',
  open: async (servers) => {
    const agencyId = 43_001
    ;(await servers.openSoftware(agencyId)).close()
    return async () => {
      const { seat_request_id: id } = await servers.db.write
        .insertInto('seat_request')
        .values({
          requested_at: systemClock.now(),
          agency_id: agencyId,
          requested_by: 'ABC',
          quantity: 3,
          target_seat_total: 15,
          first_name: 'Maria',
          last_name: 'Lopez',
          email: 'maria@agency.test',
        })
        .returning('seat_request_id')
        .executeTakeFirstOrThrow()
      const statusOf = (turn: number): 2 | 4 => (turn % 3 === 0 ? 2 : 4)
      return {
        act: async (client, turn) =>
          (await client.call(seats.setRequestStatus, { id, status: statusOf(turn), version: 1 })).code,
        judge: async (codes) => {
          const { status, version } = await servers.db.read
            .selectFrom('seat_request')
            .select(['status', 'version'])
            .where('seat_request_id', '=', id)
            .executeTakeFirstOrThrow()
          const rows = await countRows(servers.db, 'seats.requestStatusSet', {
            subject: `Seat request ${id}`,
          })
          // Whoever sent the status that won is told so, everybody else that somebody was faster.
          const wanted = codes.map((_, turn) => (statusOf(turn) === status ? 0 : 409))
          return [
            ...unless(
              wanted.join() === codes.join(),
              `status ${status}, the answers were ${codes.join(', ')}`,
            ),
            ...unless(version === 2, `the request has version ${version}`),
            ...unless(rows === 1, `${rows} rows of the journal tell of the status`),
          ]
        },
      }
    }
  },
}

const permissionSave: Race = {
  name: 'permissions of one person',
  open:
    async ({ db }) =>
    async () => {
      const { staffId, username } = await makeStaff(db, systemClock)
      const others = [2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2011, 3000, 3001, 4001]
      const listOf = (turn: number): number[] => [P.CanAccess, others[turn] ?? 0]
      return {
        act: async (client, turn) => {
          const user = { username, agencyId: 0, permissions: listOf(turn), version: 1 }
          return (await client.call(staff.savePermissions, { user })).code
        },
        judge: async (codes) => {
          const { permissions, version } = await db.read
            .selectFrom('staff')
            .select(['permissions', 'version'])
            .where('staff_id', '=', staffId)
            .executeTakeFirstOrThrow()
          const rows = await countRows(db, 'staff.permissionsChanged', { subject: username })
          const winner = listOf(codes.indexOf(0))
          return [
            ...judgeCodes(codes, { 0: 1, 409: 11 }),
            ...unless(
              permissions.join() === winner.join(),
              `stored are the permissions ${permissions.join()}`,
            ),
            ...unless(version === 2, `the person has version ${version}`),
            ...unless(rows === 1, `${rows} rows of the journal tell of the permissions`),
          ]
        },
      }
    },
}

const makeUser = async (client: TestClient, agencyId: number, initials: string): Promise<number> => {
  const given = {
    Username: initials,
    AgencyId: agencyId,
    Password: 'Kx7#mQ2!vR9@tL4$',
    ExpiresOn: expiresOn(systemClock.now(), 2),
    // Nobody collects the command of the one before.
    Again: true,
  }
  return (await client.call(agencyUsers.createSuperUser, given)).code
}

const temporaryInitials: Race = {
  name: 'temporary users of the same initials',
  open: async (servers) => async (round) => {
    const agencyId = 44_000 + round
    ;(await servers.openSoftware(agencyId)).close()
    return {
      act: (client) => makeUser(client, agencyId, '--0'),
      judge: async (codes) => {
        const made = await servers.db.read
          .selectFrom('super_user')
          .select('username')
          .where('agency_id', '=', agencyId)
          .execute()
        const rows = await countRows(servers.db, 'agencyUsers.superUserCreated', { agencyId })
        return [
          ...judgeCodes(codes, { 0: 1, 409: 11 }),
          ...unless(made.length === 1, `${made.length} users have the initials`),
          ...unless(rows === 1, `${rows} rows of the journal tell of the user`),
        ]
      },
    }
  },
}

/** Every initials there are, in the order in which they are given out. */
function listInitials(): string[] {
  const signs = Array.from(initialsAlphabet)
  const pairs = signs.flatMap((one) => signs.map((other) => one + other))
  const triples = pairs.flatMap((pair) => signs.map((one) => pair + one))
  return [...signs.map((one) => `--${one}`), ...pairs.map((pair) => `-${pair}`), ...triples]
}

const lastInitials: Race = {
  name: 'the last free initials',
  open: async (servers) => {
    const agencyId = 45_001
    ;(await servers.openSoftware(agencyId)).close()
    const all = listInitials()
    const left = all.slice(-3)
    const now = systemClock.now()
    const end = new Date(now.getTime() + 24 * 3_600_000)
    await sql`insert into super_user (agency_id, username, password_hash, created_by, created_at, expires_at)
      select ${agencyId}, username, 'made for this run', 'somebody', ${now}, ${end}
      from unnest(${all.slice(0, -3)}::text[]) as username`.execute(servers.db.write)
    return async () => {
      const own = servers.db.write.deleteFrom('super_user').where('agency_id', '=', agencyId)
      await own.where('username', 'in', left).execute()
      // Nobody collects them, and a full queue refuses.
      await servers.db.write.deleteFrom('agency_command').where('agency_id', '=', agencyId).execute()
      return {
        act: (client, turn) => makeUser(client, agencyId, left[turn % left.length] ?? ''),
        judge: async (codes) => {
          const { users, names } = await servers.db.read
            .selectFrom('super_user')
            .select(({ fn }) => [
              fn.countAll<number>().as('users'),
              fn.count<number>('username').distinct().as('names'),
            ])
            .where('agency_id', '=', agencyId)
            .executeTakeFirstOrThrow()
          const won = left.map((_, at) => codes.filter((code, turn) => turn % 3 === at && code === 0).length)
          const others = codes.filter((code) => code !== 0)
          return [
            ...unless(
              won.every((times) => times === 1),
              `the last initials went out ${won.join(', ')} times`,
            ),
            // Told of the initials, or that none are left, by how many were gone already.
            ...unless(
              others.every((code) => code === 409 || code === 422),
              `the answers were ${codes.join(', ')}`,
            ),
            ...unless(users === all.length && names === all.length, `${users} users have ${names} initials`),
          ]
        },
      }
    }
  },
}

/** Races over what people do. */
export const peopleRaces: readonly Race[] = [
  seatRelease,
  agencyCreate,
  seatStatus,
  permissionSave,
  temporaryInitials,
  lastInitials,
]
