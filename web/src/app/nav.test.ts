import { expect, test } from 'vitest'
import { isLocked, type NavEntry, navItems } from './nav.ts'
import { nav5x } from './nav-5x.ts'
import { nav6x } from './nav-6x.ts'
import { screens } from './screens.ts'

const outside = { helpCentreUrl: 'https://help.example/', statusSiteUrl: 'https://status.example/' }
const nowhere = { helpCentreUrl: '', statusSiteUrl: '' }
/** A layout as lines: entries, and a group's items after its name. */
const lines = (entries: readonly NavEntry[]) =>
  entries.map((entry) =>
    'items' in entry ? `${entry.label}: ${entry.items.map(({ label }) => label).join(', ')}` : entry.label,
  )
const getItem = (entries: readonly NavEntry[], label: string) => {
  const item = navItems(entries).find((one) => one.label === label)
  if (item === undefined) throw new Error(`There is no entry ${label}.`)
  return item
}

test('[NAV-04] the 5.x layout lists its entries in the documented order', () => {
  expect(lines(nav5x(outside))).toEqual([
    'Main',
    'Agency Setup',
    'Application Management',
    'Seat Management',
    'User Management',
    'Email Management',
    'Staff Accounts',
    'Alerts site',
    'Alerts Admin',
    'Journal',
    'Operations',
    'Reports: Product Activation, Product Billing, TCR Report, TCR Cleanup, Subscription Events, Totals, Signins',
    'Features: Self Serve Certs, Vendors',
    'Help Topics',
    'Help',
  ])
})

test('[NAV-10] [NAV-11] the 6.x layout gathers onboarding, applications, alerts and reports in groups', () => {
  expect(lines(nav6x(outside))).toEqual([
    'Main',
    'Onboarding: Agency Setup 5.x, Agency Setup 6.x',
    'Application Management: Marketplace 5.x, Marketplace 6.x',
    'Seat Management',
    'User Management',
    'Email Management',
    'Staff Accounts',
    'Alerts: Alerts Site, Alerts Admin',
    'Journal',
    'Operations',
    'Reports: Product Activation, Product Billing, TCR Report, TCR Cleanup, Subscription Events, Totals, Signins, Agency Cancellation',
    'Features: Self Serve Certs, Vendors',
    'Help Topics',
    'Help',
  ])
})

test('[NAV-12] the cancellation report is the one entry that the 6.x layout’s Reports have beyond those of 5.x', () => {
  const getReports = (entries: readonly NavEntry[]) =>
    navItems(entries.filter(({ label }) => label === 'Reports')).map(({ label, href }) => `${label} ${href}`)
  const known = getReports(nav5x(outside))
  expect(known.join()).not.toContain('cancellation')
  expect(getReports(nav6x(outside))).toEqual([...known, 'Agency Cancellation /reports/agency-cancellation'])
})

test('entries of other sites stand only where their address is configured', () => {
  for (const layout of [nav5x, nav6x]) {
    const labels = lines(layout(nowhere)).join('\n')
    expect(labels).not.toMatch(/Alerts [Ss]ite|^Help$/m)
    expect(getItem(layout(outside), 'Help')).toMatchObject({ href: outside.helpCentreUrl, external: true })
  }
  expect(getItem(nav5x(outside), 'Alerts site')).toMatchObject({
    href: outside.statusSiteUrl,
    external: true,
  })
})

test('[NAV-05] [NAV-07] [NAV-10] every entry leads where the documents say', () => {
  const both = {
    Main: '/',
    Vendors: '/vendors',
    'Seat Management': '/seatManagement',
    'User Management': '/user-management',
    'Email Management': '/email-management',
    'Alerts Admin': '/status-admin',
    'Product Activation': '/reports/product-activation',
    'Product Billing': '/reports/product-billing',
    'Subscription Events': '/reports/subscription-events',
    'Self Serve Certs': '/selfservecerts',
    'TCR Report': '/reports/tcr/summary',
    'TCR Cleanup': '/reports/tcr/orphans',
    Totals: '/reports/totals',
    Signins: '/reports/signins',
  }
  const only5x = { 'Agency Setup': '/agency-setup', 'Application Management': '/products' }
  const only6x = {
    'Agency Setup 5.x': '/agency-setup',
    'Agency Setup 6.x': '/agency-setup-6x',
    'Marketplace 5.x': '/products',
    'Marketplace 6.x': '/market-item-mgmt-6x',
    'Agency Cancellation': '/reports/agency-cancellation',
  }
  for (const [label, href] of Object.entries({ ...both, ...only5x }))
    expect(getItem(nav5x(outside), label).href).toBe(href)
  for (const [label, href] of Object.entries({ ...both, ...only6x }))
    expect(getItem(nav6x(outside), label).href).toBe(href)
})

test.each([
  ['Main', [], true],
  ['Agency Setup', [2000], false],
  ['Agency Setup', [2002], true],
  ['Seat Management', [2000], false],
  ['Seat Management', [2005], true],
  ['Alerts site', [], true],
  ['Help', [], true],
])('%s with the permissions %j opens: %s', (label, held, opens) => {
  expect(isLocked(getItem(nav5x(outside), label), held)).toBe(!opens)
})

test('[NAV-14] Application Management needs 2001 and Seat Management 2005; Vendors only sign-in', () => {
  for (const [layout, label] of [
    [nav5x, 'Application Management'],
    [nav6x, 'Marketplace 5.x'],
  ] as const) {
    expect(isLocked(getItem(layout(outside), label), [2000])).toBe(true)
    expect(isLocked(getItem(layout(outside), label), [2001])).toBe(false)
    expect(isLocked(getItem(layout(outside), 'Seat Management'), [2000])).toBe(true)
    expect(isLocked(getItem(layout(outside), 'Seat Management'), [2005])).toBe(false)
    expect(isLocked(getItem(layout(outside), 'Vendors'), [])).toBe(false)
  }
})

test('[NAV-08] the Features group holds exactly Self Serve Certs and Vendors', () => {
  for (const layout of [nav5x, nav6x]) {
    const features = navItems(layout(outside).filter(({ label }) => label === 'Features'))
    expect(features.map(({ label, href }) => `${label} ${href}`)).toEqual([
      'Self Serve Certs /selfservecerts',
      'Vendors /vendors',
    ])
  }
})

test('[NAV-18] Main, Vendors, Self Serve Certs and every report of ours need only sign-in', () => {
  for (const layout of [nav5x, nav6x]) {
    const reports = navItems(layout(outside).filter(({ label }) => label === 'Reports'))
    expect(reports.length).toBeGreaterThan(6)
    const others = ['Main', 'Vendors', 'Self Serve Certs'].map((label) => getItem(layout(outside), label))
    for (const item of [...reports, ...others]) expect(isLocked(item, []), item.label).toBe(false)
  }
})

test('[MKT-21] the reports and the certificate tool have their documented titles', () => {
  const titles = Object.fromEntries(screens.map(({ path, title }) => [path, title]))
  expect(titles).toMatchObject({
    '/reports/product-billing': 'Marketplace Product Billing Report',
    '/reports/product-activation': 'Marketplace Product Activation Report',
    '/reports/subscription-events': 'Subscription Event Reports',
    '/reports/totals': 'Product Activity',
    '/selfservecerts': 'Self Serve Certificates',
  })
  const labels = navItems(nav5x(outside).filter(({ label }) => label === 'Reports')).map(({ label }) => label)
  expect(labels).toEqual([
    'Product Activation',
    'Product Billing',
    'TCR Report',
    'TCR Cleanup',
    'Subscription Events',
    'Totals',
    'Signins',
  ])
})

test.each([[[2000]], [[9]], [[]]])('[NAV-15] User Management is locked with %j', (held) => {
  for (const layout of [nav5x, nav6x])
    expect(isLocked(getItem(layout(outside), 'User Management'), held)).toBe(true)
})

test('[NAV-15] User Management opens with both CanAccess and CanUpdatePermissions', () => {
  for (const layout of [nav5x, nav6x])
    expect(isLocked(getItem(layout(outside), 'User Management'), [2000, 9])).toBe(false)
})

test('[NAV-16] Email Management needs both CanAccess and CanManageEmails', () => {
  for (const layout of [nav5x, nav6x]) {
    const entry = getItem(layout(outside), 'Email Management')
    for (const held of [[2000], [2011], []]) expect(isLocked(entry, held)).toBe(true)
    expect(isLocked(entry, [2000, 2011])).toBe(false)
  }
})

test('[NAV-17] Alerts Admin needs both CanAccessSystemAlerts and CanManageSystemAlerts', () => {
  for (const layout of [nav5x, nav6x]) {
    const entry = getItem(layout(outside), 'Alerts Admin')
    for (const held of [[2000], [2000, 3000], [2000, 3001]]) expect(isLocked(entry, held)).toBe(true)
    expect(isLocked(entry, [2000, 3000, 3001])).toBe(false)
  }
})

test('[TRUTH-29] [ROUTE-12] in the 6.x layout Application Management needs 2001, entries and route alike; other 6.x pages need sign-in only', () => {
  const entries = nav6x(outside)
  const group = entries.find(({ label }) => label === 'Application Management')
  const managed = group !== undefined && 'items' in group ? group.items : []
  expect(managed.map(({ label }) => label)).toEqual(['Marketplace 5.x', 'Marketplace 6.x'])
  for (const entry of managed) {
    expect(isLocked(entry, [2000])).toBe(true)
    expect(isLocked(entry, [2000, 2001])).toBe(false)
  }
  const needs = (path: string) => screens.find((one) => one.path === path)?.needs
  expect(needs('/market-item-mgmt-6x')).toEqual([2001])
  for (const path of ['/agency-setup-6x', '/reports/agency-cancellation']) expect(needs(path)).toEqual([])
  for (const label of ['Agency Setup 6.x', 'Agency Cancellation'])
    expect(isLocked(getItem(entries, label), [])).toBe(false)
  expect(isLocked(getItem(nav6x(outside), 'Agency Setup 5.x'), [2000])).toBe(true)
})

test('the letters after g lead where ux.md says', () => {
  const letters = {
    h: '/',
    s: '/seatManagement',
    u: '/user-management',
    e: '/email-management',
    a: '/status-admin',
    p: '/products',
    v: '/vendors',
    c: '/selfservecerts',
    d: '/reports/totals',
    i: '/reports/signins',
  }
  for (const layout of [nav5x, nav6x]) {
    const led = navItems(layout(outside)).map(({ goKey, href }) => [goKey, href])
    expect(Object.fromEntries(led)).toMatchObject(letters)
  }
})

test('no two entries of a layout share a letter', () => {
  for (const layout of [nav5x, nav6x]) {
    const keys = navItems(layout(outside)).flatMap(({ goKey }) => (goKey === undefined ? [] : [goKey]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('h')
  }
})
