import { expect, test } from 'vitest'
import { agencyStatuses, regionNames } from '../modules/agencies.ts'
import { onboardingStatuses } from './agency-facts.ts'
import { toFlags, isCms6OrGreater, whyNotEditAgency } from './agencies.ts'

test('[AGENCY-LIST-11] region names are those of agencies, not those of alerts', () => {
  expect(regionNames).toStrictEqual({ 0: 'Northwest', 1: 'Southwest', 2: 'Central', 3: 'East' })
})

test('[CONFIG-06] the six statuses with their labels, in the order of the dropdown', () => {
  expect(agencyStatuses.map(({ value, label }) => [value, label])).toEqual([
    [0, 'None'],
    [1, 'Onboarding'],
    [2, 'Online'],
    [3, 'Offboarding'],
    [4, 'Retention'],
    [5, 'Deleting'],
  ])
})

test('[API-24] onboarding statuses by id and name, each with its meaning', () => {
  expect(onboardingStatuses.map(({ id, name }) => [id, name])).toEqual([
    [0, 'Pending Cloud Sync'],
    [1, 'Cloud Manager Uploading'],
    [2, 'Cloud Manager Uploaded'],
    [3, 'Synchronizing'],
    [4, 'Synchronized'],
    [5, 'Loading Domains'],
    [6, 'Loaded Domains'],
    [7, 'Live'],
    [911, 'Not Setup'],
  ])
  const words = [
    /first sync in the cloud manager/,
    /content is being uploaded/i,
    /validate and sync/,
    /analysed/,
    /issues are resolved.*other systems/,
    /search, reporting, texting and vendor API/i,
    /final preparation/i,
    /all systems operational/i,
    /directory and not processed.*contact engineering/,
  ]
  for (const [at, { meaning }] of onboardingStatuses.entries()) expect(meaning).toMatch(words[at] ?? /^$/)
})

test('[CONFIG-03] an agency is edited with EditAgencyStatus and with nothing else', () => {
  expect(whyNotEditAgency([2000, 2006])).toBeUndefined()
  expect(whyNotEditAgency([2000, 2005, 6000])).toBe(
    'You do not have permission to edit agency information. Please contact your manager for assistance.',
  )
})

test.each([
  ['5.4.2', false, false],
  ['6.0', false, true],
  ['HS 6', false, true],
  ['v10.1', false, true],
  ['', false, false],
  ['beta', false, false],
  ['5.9.9', true, true],
])('CMS 6 or greater? version "%s", online %s: %s', (versionDisplay, isOnline, expected) => {
  expect(isCms6OrGreater({ versionDisplay, isOnline })).toBe(expected)
})

test('the enabled flag is a status from Onboarding to Retention', () => {
  expect([0, 1, 2, 3, 4, 5].map(toFlags)).toEqual([0, 1, 1, 1, 1, 0])
})
