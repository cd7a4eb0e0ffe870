import { expect, onTestFinished, test } from 'vitest'
import { firstRender } from '../../test/first-render.tsx'
import { mayUseConsole, profileStore, usePermissions } from './profile.ts'

const profile = {
  hsUserName: 'lee@support.test',
  exp: 0,
  permissions: [2000],
  passwordChangeRequired: false,
}

test('at work is who holds CanAccess and may do more than change the password', () => {
  expect(mayUseConsole(profile)).toBe(true)
  expect(mayUseConsole(null)).toBe(false)
  expect(mayUseConsole({ ...profile, permissions: [2005, 2006] })).toBe(false)
  expect(mayUseConsole({ ...profile, passwordChangeRequired: true })).toBe(false)
})

test('the permissions are those of whoever is signed in, and none of nobody', () => {
  onTestFinished(() => profileStore.set(null))
  expect(firstRender(usePermissions)).toEqual([])
  profileStore.set(profile)
  expect(profileStore.get()).toEqual(profile)
})
