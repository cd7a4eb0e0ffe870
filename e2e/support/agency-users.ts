import type { FrameLocator, Page } from '@playwright/test'
import type { World } from './world.ts'

/** A user of an agency as a test needs it; the rest is usual. */
export type StoryUser = {
  username: string
  firstName?: string
  lastName?: string
  online?: boolean
  status?: number
  userFlags?: number
  agencyPermissions?: number[]
  emailVerified?: boolean
}

/** Puts users into an agency, as if its software had reported them. */
async function addUsers(world: World, agencyId: number, users: readonly StoryUser[]): Promise<void> {
  for (const user of users)
    await world.sql(
      `insert into agency_user (agency_id, username, first_name, last_name, online, status, user_flags,
         agency_permissions, email_verified, email_verified_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '2026-03-04T15:06:07Z')`,
      [
        agencyId,
        user.username,
        user.firstName ?? '',
        user.lastName ?? '',
        user.online ?? true,
        user.status ?? 0,
        user.userFlags ?? 0,
        user.agencyPermissions ?? [1],
        user.emailVerified ?? true,
      ],
    )
}

/** Attempts to sign in, the first one longest ago. */
export async function addSignins(
  world: World,
  agencyId: number,
  username: string,
  outcomes: readonly number[],
): Promise<void> {
  for (const [at, outcome] of outcomes.entries())
    await world.sql(
      `insert into agency_sign_in (agency_id, username, created_at, outcome, ip, hostname)
       values ($1, $2, '2026-11-19T13:00:00Z'::timestamptz + make_interval(mins => $3), $4, '10.0.0.4', 'FRONT-1')`,
      [agencyId, username, at, outcome],
    )
}

/** Events of mails, the first one longest ago; all of them about the email address. */
export async function addMails(
  world: World,
  agencyId: number,
  username: string,
  events: readonly number[],
): Promise<void> {
  for (const [at, event] of events.entries())
    await world.sql(
      `insert into agency_email_event (agency_id, username, sent_at, event, to_email, category)
       values ($1, $2, '2026-11-19T13:00:00Z'::timestamptz + make_interval(mins => $3), $4, 'ann@agency.test', $5)`,
      [agencyId, username, at, event, at % 4],
    )
}

/** A seat of an online agency as a test needs it. */
export type StorySeat = { username: string; hoursSilent?: number; hosts?: readonly string[] }

/** An online agency with these seats; gives its id. */
export async function seatAgency(
  world: World,
  given: { name?: string; licensed: number; seats: readonly StorySeat[] },
): Promise<number> {
  const { name = 'Seat Test Agency', licensed, seats } = given
  const id = await world.agency({ name, versionDisplay: 'HS 6', isOnline: true })
  await world.sql('insert into agency_seats values ($1, $2, now())', [id, licensed])
  for (const { username, hoursSilent = 1, hosts = ['FRONT-1'] } of seats)
    await world.sql(
      `insert into agency_seat (agency_id, username, last_sign_in_at, last_token_at, tokens)
       values ($1, $2, now() - interval '30 hours', now() - make_interval(hours => $3), $4)`,
      [id, username, hoursSilent, JSON.stringify(hosts.map(tokenOn))],
    )
  return id
}

function tokenOn(hostName: string, at: number): object {
  return {
    created: `2026-11-19T1${at}:00:00.000Z`,
    expiration: `2026-11-26T1${at}:00:00.000Z`,
    hostName,
    source: 'Desktop',
    winUserName: 'ann.brown',
  }
}

const storyPeople: readonly StoryUser[] = [
  { username: 'ABC', firstName: 'Ann', lastName: 'Brown', userFlags: 8 },
  { username: 'LCK', firstName: 'Lou', lastName: 'Key', status: 2, online: false },
  { username: 'ALX', firstName: 'Alex', lastName: 'Hill', status: 1, agencyPermissions: [] },
  { username: 'PLC', firstName: 'Place', lastName: 'Holder', userFlags: 16 },
  { username: 'OLD', firstName: 'Olga', lastName: 'Dale', userFlags: 1, status: 3 },
]

/** An agency with people of every kind. */
export async function usersAgency(world: World, name: string, isOnline = false): Promise<number> {
  const id = await world.agency({ name, isOnline })
  await addUsers(world, id, storyPeople)
  return id
}

/** The Users tab of an agency, in the page itself or in a frame of it. */
export function usersTab(page: Page, within: Page | FrameLocator = page) {
  const list = within.getByRole('list', { name: 'Agency Users' })
  return {
    open: (id: number) => page.goto(`/agency-detail/${id}?tab=users`),
    filter: within.getByRole('textbox', { name: 'Initials' }),
    list,
    cards: list.getByRole('heading', { level: 3 }),
    card: (initials: string) => list.getByRole('listitem').filter({ hasText: initials }).first(),
    create: within.getByRole('button', { name: 'Create Temporary User' }),
    log: within.getByRole('region', { name: 'Super User Creation Log' }),
    live: within.getByRole('region', { name: 'Active Temporary Users' }),
    dialog: within.getByRole('dialog'),
  }
}
