import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './world.ts'

/** A person who may work on the report, and nothing else. */
export const manager = { permissions: [2000, 2005] } as const

export type NewRequest = {
  status?: number
  quantity?: number
  at?: string
  firstName?: string
  lastName?: string
  warnings?: string
  processedAt?: string
}

/** A seat request of an agency; gives its id. */
export async function request(world: World, agencyId: number, given: NewRequest = {}): Promise<number> {
  const { status = 1, quantity = 3, firstName = 'Maria', lastName = 'Lopez', warnings = '' } = given
  const [row] = await world.sql<{ seat_request_id: number }>(
    `insert into seat_request (requested_at, agency_id, requested_by, quantity, target_seat_total, first_name,
       last_name, email, warnings, status, processed_by, processed_at)
     values ($1, $2, 'MLO', $3, 15, $4, $5, 'maria@agency.test', $6, $7, $8, $9) returning seat_request_id`,
    [
      given.at ?? '2026-11-20T07:41:09Z',
      agencyId,
      quantity,
      firstName,
      lastName,
      warnings,
      status,
      given.processedAt === undefined ? null : 'ada@support.test',
      given.processedAt ?? null,
    ],
  )
  return row?.seat_request_id ?? 0
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
    /** Opens the report with only what `text` finds, under a filter by its number. */
    async open(text: string, filter = '3') {
      const query = new URLSearchParams({ q: text, ...(filter === '3' ? {} : { 'f.status': filter }) })
      await page.goto(`/seatManagement?${query.toString()}`)
      await expect(table).not.toHaveAttribute('aria-busy', { timeout: 20_000 })
    },
  }
}
