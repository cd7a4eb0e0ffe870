import { expect, onTestFinished, test } from 'vitest'
import { firstRender } from '../../test/first-render.tsx'
import { isAtWork, profileStore, usePermissions } from './profile.ts'

const profile = {
  hsUserName: 'lee@support.test',
  exp: 0,
  permissions: [2000],
  passwordChangeRequired: false,
}

test('at work is who holds CanAccess and may do more than change the password', () => {
  expect(isAtWork(profile)).toBe(true)
  expect(isAtWork(null)).toBe(false)
  expect(isAtWork({ ...profile, permissions: [2005, 2006] })).toBe(false)
  expect(isAtWork({ ...profile, passwordChangeRequired: true })).toBe(false)
})

test('the permissions are those of whoever is signed in, and none of nobody', () => {
  onTestFinished(() => profileStore.set(null))
  expect(firstRender(usePermissions)).toEqual([])
  profileStore.set(profile)
  expect(profileStore.get()).toEqual(profile)
})
