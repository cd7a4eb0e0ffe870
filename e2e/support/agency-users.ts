import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { toSendGridEvent } from '@agency-support/sandbox/agencies/report-mails'
import type { FrameLocator, Page } from '@playwright/test'
import { sendGrid } from './send-grid.ts'
import type { World } from './world.ts'

/** An agency user with the fields that a test needs; the rest has defaults. */
interface StoryUser {
  username: string
  firstName: string
  lastName: string
  online?: boolean
  status?: number
  userFlags?: number
  agencyPermissions?: number[]
}

const firstAt = new Date('2026-11-19T13:00:00Z').getTime()
const minutesLater = (minutes: number) => new Date(firstAt + minutes * 60_000)

/** Makes the agency's software report sign-in attempts, oldest first. */
export async function addSignins(
  world: World,
  agencyId: number,
  username: string,
  outcomes: readonly (0 | 3 | 4)[],
  from = { ip: '10.0.0.4', hostname: 'FRONT-1' },
): Promise<void> {
  const software = await world.software(agencyId)
  await software.call(agencyUsers.reportSignins, {
    entries: outcomes.map((outcome, at) => ({
      username,
      outcome,
      created: minutesLater(at).toISOString(),
      ...from,
    })),
  })
}

/** Unique event numbers, as at SendGrid. */
let lastEvent = 0

/** Makes SendGrid report mail events, oldest first. */
export async function addMails(
  world: World,
  agencyId: number,
  username: string,
  events: readonly number[],
  toEmail = 'ann@agency.test',
): Promise<void> {
  const posted = events.map((event, at) => {
    lastEvent += 1
    const mail = { agencyId, username, sentAt: minutesLater(at), event, toEmail, category: at % 4 }
    return toSendGridEvent(mail, lastEvent)
  })
  await sendGrid(world.server).sendEvents('5x', posted)
}

/**
 * Creates a temporary user of an agency for two hours, like the framed screen, which may do so for all agencies; the
 * agency's software fetches the command.
 */
export async function createTemporaryUser(
  world: World,
  agencyId: number,
  initials: string,
  by?: string,
): Promise<void> {
  const user = {
    AgencyId: agencyId,
    Username: initials,
    Password: 'Harbor-light-42',
    ExpiresOn: new Date(Date.now() + 2 * 3_600_000).toISOString(),
  }
  await world.asStaff((call) => call(agencyUsers.createSuperUser6x, user), by)
  await (await world.software(agencyId)).claim()
}

const storyPeople: readonly StoryUser[] = [
  { username: 'ABC', firstName: 'Ann', lastName: 'Brown', userFlags: 8 },
  { username: 'LCK', firstName: 'Lou', lastName: 'Key', status: 2, online: false },
  { username: 'ALX', firstName: 'Alex', lastName: 'Hill', status: 1, agencyPermissions: [] },
  { username: 'PLC', firstName: 'Place', lastName: 'Holder', userFlags: 16 },
  { username: 'OLD', firstName: 'Olga', lastName: 'Dale', userFlags: 1, status: 3 },
]

/** Makes the software of an agency report users of all kinds, with these changes by username. */
export async function reportUsers(
  world: World,
  agencyId: number,
  changes: Readonly<Record<string, { status?: number; emailVerified?: boolean }>> = {},
): Promise<void> {
  const software = await world.software(agencyId)
  const usual = { online: true, status: 0, userFlags: 0, agencyPermissions: [1], emailVerified: true }
  await software.call(agencyUsers.reportUsers, {
    users: storyPeople.map((user) => ({ ...usual, ...user, ...changes[user.username] })),
  })
}

/** Creates an agency with users of all kinds. */
export async function usersAgency(world: World, name: string, isOnline = false): Promise<number> {
  const id = await world.agency({ name, isOnline })
  await reportUsers(world, id)
  return id
}

/** The Users tab of an agency, in the page itself or in a frame. */
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
