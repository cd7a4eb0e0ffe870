import { seats } from '@agency-support/contract/modules/seats'
import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './world.ts'

/** A person who may only work on the report. */
export const manager = { permissions: [2000, 2005] } as const

export interface NewRequest {
  status?: 1 | 2 | 4
  quantity?: number
  at?: string
  firstName?: string
  lastName?: string
  warnings?: string
  processedAt?: string
  /** Who set the status; default: the administrator. */
  processedBy?: string
}

/** Makes the software of an agency file a seat request, and staff set its status; returns its id. */
export async function request(world: World, agencyId: number, given: NewRequest = {}): Promise<number> {
  const { status = 1, quantity = 3, firstName = 'Maria', lastName = 'Lopez', warnings = '' } = given
  const person = { requestedBy: 'MLO', firstName, lastName, email: 'maria@agency.test' }
  const software = await world.software(agencyId)
  const { id } = await software.call(seats.fileRequest, {
    ...person,
    quantity,
    targetSeatTotal: 15,
    warnings,
  })
  if (status !== 1)
    await world.asStaff((call) => call(seats.setRequestStatus, { id, status }), given.processedBy)
  // Both times come from the server's clock, which a test cannot change.
  await world.sql(
    `update seat_request set requested_at = $2, processed_at = coalesce($3, processed_at) where seat_request_id = $1`,
    [id, given.at ?? '2026-11-20T07:41:09Z', given.processedAt ?? null],
  )
  return id
}

/** The Seat Management Report. */
export function reportPage(page: Page) {
  const table = page.getByRole('table', { name: 'Seat-change requests' })
  return {
    table,
    search: page.getByRole('textbox', { name: 'Search' }),
    filter: page.getByRole('combobox', { name: 'Filter', exact: true }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    exportDone: page.getByRole('button', { name: 'Export Done' }),
    rows: table.locator('tbody').getByRole('row'),
    row: (text: string): Locator => table.locator('tbody').getByRole('row').filter({ hasText: text }),
    status: (row: Locator): Locator => row.getByRole('combobox', { name: /^Status, / }),
    async setStatus(row: Locator, label: string) {
      await row.getByRole('combobox', { name: /^Status, / }).click()
      await row.getByRole('option', { name: label, exact: true }).click()
    },
    /** Opens the report searching for `text`, with a filter by its number. */
    async open(text: string, filter = '3') {
      const query = new URLSearchParams({ q: text, ...(filter === '3' ? {} : { 'f.status': filter }) })
      await page.goto(`/seatManagement?${query.toString()}`)
      await expect(table).not.toHaveAttribute('aria-busy', { timeout: 20_000 })
    },
  }
}

/** A seat of an online agency with the fields that a test needs. */
type StorySeat = { username: string; hoursSilent?: number; hosts?: readonly string[] }

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Makes the software of an agency report these seats. */
export async function reportSeats(
  world: World,
  agencyId: number,
  { licensed, seats: held }: { licensed: number; seats: readonly StorySeat[] },
): Promise<void> {
  const software = await world.software(agencyId)
  await software.call(seats.reportSeats, {
    licensedSeats: licensed,
    seats: held.map(({ username, hoursSilent = 1, hosts = ['FRONT-1'] }) => ({
      username,
      lastSigninAt: hoursAgo(30),
      lastTokenAt: hoursAgo(hoursSilent),
      tokens: hosts.map(tokenOn),
    })),
  })
}

/** Creates an online agency with these seats; returns its id. */
export async function seatAgency(
  world: World,
  given: { name?: string; licensed: number; seats: readonly StorySeat[] },
): Promise<number> {
  const { name = 'Seat Test Agency' } = given
  const id = await world.agency({ name, versionDisplay: 'HS 6', isOnline: true })
  await reportSeats(world, id, given)
  return id
}

function tokenOn(hostName: string, at: number) {
  return {
    created: `2026-11-19T1${at}:00:00.000Z`,
    expiration: `2026-11-26T1${at}:00:00.000Z`,
    hostName,
    source: 'Desktop',
    winUserName: 'ann.brown',
  }
}
