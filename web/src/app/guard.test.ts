import { P, permissionMessages } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { guard, type Navigation } from './guard.ts'
import { screens } from './screens.ts'

const profile = {
  hsUserName: 'lee@support.test',
  exp: 0,
  permissions: [P.CanAccess],
  passwordChangeRequired: false,
}
const closed = { signIn: true, needs: [] }
const given = (other: Partial<Navigation>): Navigation => ({
  environment: 'qa',
  target: '/agency-detail/6938',
  screen: closed,
  profile,
  ...other,
})

test("[ROUTE-15] step 1: without an environment everything but '/' goes on unchecked", () => {
  expect(guard(given({ environment: null, profile: null }))).toEqual({ go: 'on' })
  expect(guard(given({ environment: null, profile: null, target: '/' }))).toEqual({
    go: 'signIn',
    message: null,
  })
})

test('[ROUTE-16] step 2: without a profile a page that needs sign-in leads to it', () => {
  expect(guard(given({ profile: null }))).toEqual({ go: 'signIn', message: null })
  expect(guard(given({ profile: null, screen: { signIn: false, needs: [] } }))).toEqual({ go: 'on' })
})

test('[ROUTE-17] step 3: without CanAccess the message is shown and sign-in asked for', () => {
  const verdict = guard(given({ profile: { ...profile, permissions: [P.SeatManagement] } }))
  expect(verdict).toEqual({
    go: 'signIn',
    message:
      'You do not have permission to access Agency Support. Please contact your manager for assistance if you feel you should have access to this functionality.',
  })
})

test('[ROUTE-18] step 4: with a permission of the route missing, the message is shown on Unauthorized', () => {
  const screen = { signIn: true, needs: [P.CanUpdatePermissions] }
  expect(guard(given({ screen }))).toEqual({
    go: 'unauthorized',
    message:
      'You do not have permission to this feature in Agency Support. Please contact your manager for assistance if you feel you should have access to this functionality.',
    missing: [P.CanUpdatePermissions],
  })
  const allowed = { ...profile, permissions: [P.CanAccess, P.CanUpdatePermissions] }
  expect(guard(given({ screen, profile: allowed }))).toEqual({ go: 'on' })
})

test('[PERM-02] permission numbers decide, and nothing else of the profile', () => {
  const screen = { signIn: true, needs: [P.SeatManagement, P.EditAgencyStatus] }
  for (const permissions of [[2000], [2000, 2005], [2000, 2006], [2005, 2006]])
    expect(guard(given({ screen, profile: { ...profile, permissions } })).go).not.toBe('on')
  expect(guard(given({ screen, profile: { ...profile, permissions: [2006, 2005, 2000] } })).go).toBe('on')
  expect(permissionMessages.access).not.toBe(permissionMessages.feature)
})

const getScreen = (path: string) => {
  const found = screens.find((one) => one.path === path)
  if (found === undefined) throw new Error(`There is no screen ${path}.`)
  return found
}
const goesOn = (path: string, permissions: number[]) =>
  guard(given({ target: path, screen: getScreen(path), profile: { ...profile, permissions } })).go

test.each([
  '/client-lookup-5x/$id',
  '/vendors',
  '/updatePassword',
  '/newProductCreated',
  '/selfservecerts',
  '/reports/product-activation',
  '/reports/product-billing',
  '/reports/tcr/summary',
  '/reports/tcr/orphans',
  '/reports/subscription-events',
  '/reports/totals',
  '/reports/signins',
])('[ROUTE-04] %s needs sign-in and no further permission', (path) => {
  expect(goesOn(path, [P.CanAccess])).toBe('on')
  expect(guard(given({ target: path, screen: getScreen(path), profile: null })).go).toBe('signIn')
})

test.each(['/texting', '/texting/signalr'])('[PROV-22] %s needs sign-in and nothing further', (path) => {
  expect(goesOn(path, [P.CanAccess])).toBe('on')
  expect(guard(given({ target: path, screen: getScreen(path), profile: null })).go).toBe('signIn')
})

test('[ROUTE-08] [ROUTE-13] [ROUTE-14] [ROUTE-19] products, suppressed emails and alerts need CanAccess besides their own permission', () => {
  for (const [path, needed] of [
    ['/products', P.ApplicationManagement],
    ['/products/$productId', P.ApplicationManagement],
    ['/market-item-mgmt-6x', P.ApplicationManagement],
    ['/email-management', P.CanManageEmails],
    ['/status-admin', P.CanAccessSystemAlerts],
  ] as const) {
    expect(goesOn(path, [P.CanAccess, needed])).toBe('on')
    expect(goesOn(path, [P.CanAccess])).toBe('unauthorized')
    expect(goesOn(path, [needed])).toBe('signIn')
  }
})

test.each(['/', '/agency-detail/6938', '/unauthorized', '/security'])(
  'who must change the password is led from %s to the form, whatever the screen asks for',
  (target) => {
    const restricted = { ...profile, passwordChangeRequired: true }
    const open = { signIn: false, needs: [] }
    for (const screen of [closed, open, { signIn: true, needs: [P.CanUpdatePermissions] }])
      expect(guard(given({ target, screen, profile: restricted }))).toEqual({ go: 'changePassword' })
    expect(guard(given({ environment: null, target, profile: restricted }))).toEqual({ go: 'changePassword' })
    expect(guard(given({ target: '/updatePassword', profile: restricted }))).toEqual({ go: 'on' })
    expect(guard(given({ target: '/signin', screen: open, profile: restricted }))).toEqual({ go: 'on' })
  },
)
