import { expect, test } from 'vitest'
import { activationTable } from '../modules/reports/activation-table.tsx'
import { billingTable } from '../modules/reports/billing-table.tsx'
import { esignatureTable, eventsTable } from '../modules/reports/events-tables.tsx'
import { signinsTable } from '../modules/activity/signins-table.tsx'
import { vendorsTable } from '../modules/products/vendors-table.tsx'
import { accountsTable } from '../modules/staff/accounts-table.tsx'
import { usersTable } from '../modules/staff/users-table.tsx'
import { parseTableState } from '../components/data-table/table-state.ts'
import { sortRows } from '../components/data-table/sort-rows.ts'

test('[MKT-12] reports and vendors are first in their documented order', () => {
  expect(vendorsTable.sort).toEqual({ id: 'name', desc: false })
  for (const table of [billingTable, activationTable])
    expect(table.sort).toEqual({ id: 'agencyId', desc: false })
  for (const table of [eventsTable, esignatureTable])
    expect(table.sort).toEqual({ id: 'eventDate', desc: true })
  expect(signinsTable.sort).toEqual({ id: 'period', desc: true })
})

test('[RPT-ACTIVATION-06] the activation report shows 10 rows a page at first', () => {
  expect(parseTableState(activationTable, {}).size).toBe(10)
})

test('[MKT-12] a Status column sorts by the number of the status', () => {
  const billing = [1, 0].map((status) => ({
    agencyId: 2 - status,
    name: '',
    subscribed: true,
    status,
    subscriptionStarted: '2026-11-22T10:00:00.000Z',
    subscriptionStopped: null,
  }))
  const byStatus = sortRows(billingTable.columns, billing, { id: 'status', desc: false })
  expect(byStatus.map(({ status }) => status)).toEqual([0, 1])
  const events = [3, 0, 2, 1].map((subscriptionStatus) => ({
    id: subscriptionStatus,
    agencyId: 1,
    agencyName: '',
    eventDate: '2026-11-22T10:00:00.000Z',
    subscriptionStatus,
    emailAddress: '',
    isProcessed: false,
    version: 0,
  }))
  const sorted = sortRows(eventsTable.columns, events, { id: 'subscriptionStatus', desc: false })
  expect(sorted.map(({ subscriptionStatus }) => subscriptionStatus)).toEqual([0, 1, 2, 3])
})

test('the Status of staff sorts by its number too (D-39)', () => {
  const byStatus = { id: 'status', desc: false }
  const users = [3, 1, 0, 2].map((status) => ({
    username: `${status}@support.test`,
    firstName: '',
    lastName: '',
    status,
    mfa: 1,
    permissions: [],
    type: 0,
    agencyId: 0,
    version: 1,
  }))
  const accounts = users.map((user) => ({ ...user, lastSignInAt: null, openSessions: 0, locked: false }))
  const sorted = [
    sortRows(usersTable.columns, users, byStatus),
    sortRows(accountsTable.columns, accounts, byStatus),
  ]
  for (const rows of sorted) expect(rows.map(({ status }) => status)).toEqual([0, 1, 2, 3])
})
