import { expect, test } from 'vitest'
import {
  isPermission,
  missingPermission,
  P,
  permissionAliases,
  permissionMessages,
  permissionName,
} from './permissions.ts'

test('[PERM-01] the catalogue has exactly the 26 documented names and numbers', () => {
  expect(P).toStrictEqual({
    CanListUsers: 1,
    CanCreateUser: 2,
    CanDeleteUser: 3,
    CanUnlockUsers: 4,
    CanResetPassword: 5,
    CanUpdatePermissions: 9,
    CanLoginOnBehalfOf: 13,
    CanCreateSuperUsers: 14,
    CanUnlockAgencyUsers: 611,
    CanAccess: 2000,
    ApplicationManagement: 2001,
    CreateNewAgency: 2002,
    Rerun: 2003,
    ResetMultifolderToken: 2004,
    SeatManagement: 2005,
    EditAgencyStatus: 2006,
    DownloadClientFiles: 2007,
    SuperUserCreation: 2008,
    CanManageEmails: 2011,
    CanAccessSystemAlerts: 3000,
    CanManageSystemAlerts: 3001,
    CanManageTexting: 4001,
    CanEditFormstackIds: 5001,
    CancelAgencySubscription: 5002,
    CanManageFormstack: 5003,
    AgencyManagementAdmin: 6000,
  })
  expect(Object.keys(P)).toHaveLength(26)
  expect(Object.keys(P)).not.toContain('UserManagement')
  expect(Object.keys(P)).not.toContain('EmailManagement')
})

test('the route names stand for all of their numbers; 2009 and 2010 grant nothing', () => {
  expect(permissionAliases).toStrictEqual({ UserManagement: [2000, 9], EmailManagement: [2000, 2011] })
  expect([2009, 2010].map(isPermission)).toEqual([false, false])
  expect(permissionName(2009)).toBeUndefined()
  expect(permissionName(2006)).toBe('EditAgencyStatus')
})

test('[PERM-02] access is decided by numbers alone: the first missing one is named', () => {
  expect(missingPermission([2000, 2006], [P.EditAgencyStatus])).toBeUndefined()
  expect(missingPermission([2000], [P.CanAccess, P.EditAgencyStatus, P.SeatManagement])).toBe(2006)
  expect(missingPermission([], [])).toBeUndefined()
})

test('the sentences of a missing permission are the documents’ own', () => {
  const feature =
    'Please contact your manager for assistance if you feel you should have access to this functionality.'
  expect(permissionMessages.access).toBe(`You do not have permission to access Agency Support. ${feature}`)
  expect(permissionMessages.feature).toBe(
    `You do not have permission to this feature in Agency Support. ${feature}`,
  )
  expect(permissionMessages.menu('Products')).toBe(
    `You do not have permission to access Products. ${feature}`,
  )
})
