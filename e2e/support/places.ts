import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'
import { textingAgency } from './texting.ts'
import type { World } from './world.ts'

/** A screen or tab. */
interface Place {
  path: string
  /** Creates what the screen shows; returns the address to use instead of `path`. */
  prepare?: (world: World) => Promise<string>
  /** It opens without sign-in. */
  open?: true
  /** Waits until it is there. */
  ready: (page: Page) => Promise<void>
}

/** All screens by title. */
export const screens: Record<string, Place> = {
  'Sign in': { path: '/signin', open: true, ready: (page) => field(page, 'Email') },
  Unauthorized: { path: '/unauthorized', open: true, ready: (page) => heading(page, 'Unauthorized') },
  Agencies: { path: '/?q=smith', ready: (page) => cell(page, /^Smith Insurance/) },
  Agency: { path: '/agency-detail/8951', ready: (page) => shown(page, 'No sync errors') },
  'Client Lookup': {
    path: '/client-lookup-5x/8951',
    ready: (page) => field(page, 'Client Id'),
  },
  'Agency on the newer version': {
    path: '/agency-detail-6xWarn/8951',
    ready: (page) => heading(page, 'Agency 00008951'),
  },
  'Agency 6.x': { path: '/agency-detail-6x/8951', ready: (page) => framed(page, '8951') },
  'Agency Setup 6.x': { path: '/agency-setup-6x', ready: (page) => framed(page, 'none') },
  'Marketplace 6.x': { path: '/market-item-mgmt-6x', ready: (page) => framed(page, 'none') },
  'Agency Cancellation': {
    path: '/reports/agency-cancellation',
    ready: (page) => framed(page, 'none'),
  },
  'Seat Management Report': {
    path: '/seatManagement',
    ready: (page) => expect(page.getByRole('row').nth(3)).toBeVisible(),
  },
  'User Management': {
    path: '/user-management',
    ready: (page) => expect(page.getByText('agent@support.test').first()).toBeVisible(),
  },
  'Staff Accounts': {
    path: '/staff-accounts',
    ready: (page) => expect(page.getByText('agent@support.test').first()).toBeVisible(),
  },
  'Email Management': {
    path: '/email-management',
    ready: (page) => expect(page.getByRole('button', { name: /^Show Details/ }).first()).toBeVisible(),
  },
  'Alerts Administration': {
    path: '/status-admin',
    ready: (page) => heading(page, 'Harborlight Alerts Administration'),
  },
  Security: { path: '/security', ready: (page) => heading(page, 'Security') },
  'Update Password': {
    path: '/updatePassword',
    ready: (page) => heading(page, 'Update Password'),
  },
  'New Agency Setup 5.x': {
    path: '/agency-setup',
    ready: (page) => field(page, 'Agency Name'),
  },
  Journal: {
    path: '/journal',
    ready: (page) => expect(page.getByRole('row').nth(1)).toBeVisible(),
  },
  Operations: { path: '/operations', ready: (page) => shown(page, 'What is wrong') },
  'Marketplace Product Billing Report': {
    path: '/reports/product-billing',
    ready: (page) => heading(page, 'Marketplace Product Billing Report'),
  },
  'Marketplace Product Activation Report': {
    path: '/reports/product-activation',
    ready: (page) => heading(page, 'Marketplace Product Activation Report'),
  },
  'Subscription Event Reports': {
    path: '/reports/subscription-events',
    ready: (page) => heading(page, 'Subscription Event Reports'),
  },
  'TCR Report': {
    path: '/reports/tcr/summary',
    ready: (page) => heading(page, 'TCR Report'),
  },
  Texting: { path: '/texting', ready: (page) => heading(page, 'Texting') },
  'Self Serve Certificates': {
    path: '/selfservecerts',
    ready: (page) => field(page, 'Agency Id'),
  },
  'SignalR Lookup': {
    path: '/texting/signalr?agency=0',
    ready: (page) => shown(page, 'No connections found'),
  },
  'TCR Cleanup': {
    path: '/reports/tcr/orphans',
    ready: (page) => heading(page, 'TCR Cleanup'),
  },
  'Product Activity': {
    path: '/reports/totals?cat=Cloud&since=all',
    ready: (page) => heading(page, 'Product Activity'),
  },
  'Total User signins within the last 3 hours': {
    path: '/reports/signins',
    ready: (page) => heading(page, 'Total User signins within the last 3 hours'),
  },
  Products: { path: '/products', ready: (page) => heading(page, 'Products') },
  Product: { path: '/products/-1', ready: (page) => heading(page, 'New Product') },
  'Product created': { path: '/newProductCreated', ready: (page) => heading(page, 'Whoops!') },
  Vendors: { path: '/vendors', ready: (page) => heading(page, 'Vendors') },
  'Help Topics': { path: '/help', ready: (page) => heading(page, 'Help Topics') },
}
/** All tabs of an agency by label, with what to wait for. */
export const tabs: Record<string, (page: Page) => Promise<void>> = {
  Files: (page) => shown(page, 'No sync errors'),
  Command: (page) => shown(page, 'No commands'),
  Downloads: (page) => shown(page, 'No data'),
  'Product Summary': (page) => field(page, 'Client Id'),
  Config: (page) => expect(page.getByRole('region', { name: 'License', exact: true })).toBeVisible(),
  'E-SIG': (page) => shown(page, 'Not Subscribed'),
  Marketplace: (page) => shown(page, 'No data'),
  History: (page) => expect(page.getByText('Nobody has done anything here yet.')).toBeVisible(),
  'Self-Serve Certs': (page) => shown(page, 'No clients found'),
  Texting: (page) => shown(page, /Bandwidth (answered|has not been asked)/),
  Users: (page) => expect(page.getByText('There is no temporary user to revoke.')).toBeVisible(),
  'Seat Management': (page) => expect(page.getByText('Licensed seats')).toBeVisible(),
}

/** Expects the heading of a screen. */
export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
/** Expects a text field. */
export const field = (page: Page, name: string) => expect(page.getByRole('textbox', { name })).toBeVisible()
const shown = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const framed = (page: Page, agencyId: string) =>
  expect(page.frameLocator('iframe').locator('dd').last()).toHaveText(agencyId)
const cell = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible()

/** Names of tabs in addresses, where they differ from the label. */
const tabNames: Readonly<Record<string, string>> = { 'Self-Serve Certs': 'certs' }

/** An address that opens a tab; seats are managed only at online agencies. */
const tabPath = (label: string, agencyId = label === 'Seat Management' ? 12345 : 8951) =>
  `/agency-detail/${agencyId}?tab=${tabNames[label] ?? label.toLowerCase().replaceAll(/[ -]/g, '')}`

/** Tabs that are empty without reports of the agency's software, with an agency that has some. */
const fullAgencies: Record<string, (world: World) => Promise<number>> = {
  Texting: async (world) => (await textingAgency(world, 'Texting Insurance')).id,
}

/** All screens, and all tabs of an agency. */
export const places: (Place & { name: string })[] = [
  ...Object.entries(screens).map(([name, screen]) => ({ name, ...screen })),
  ...Object.entries(tabs).map(([label, ready]) => ({
    name: `Agency, ${label}`,
    path: tabPath(label),
    prepare: async (world: World) => tabPath(label, await fullAgencies[label]?.(world)),
    ready,
  })),
]
