// @vitest-environment jsdom
import { switches, SwitchName } from '@agency-support/contract/modules/switches'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { versionChoices } from '../../agency/version-choice.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { agencyTarget, targetNow, useAgencyTarget } from './agency-target.ts'

test('[AGENCY-LIST-06] [AGENCY-LIST-07] an agency in the cloud opens the 6.x placeholder while Use6xNavigation is on', () => {
  const target = (isCloud: boolean, is6x: boolean) =>
    agencyTarget({ agencyId: 6938, isCloud }, { is6x, choices: {} })
  expect(target(true, true)).toBe('/agency-detail-6xWarn/6938')
  expect(target(true, false)).toBe('/agency-detail/6938')
  expect(target(false, true)).toBe('/agency-detail/6938')
})

test('a remembered choice leads past the placeholder, for its own agency and only where there would be a stop', () => {
  const choices = { 6938: 'newer', 8951: 'legacy' } as const
  const target = (agencyId: number, isCloud = true, is6x = true) =>
    agencyTarget({ agencyId, isCloud }, { is6x, choices })
  expect(target(6938)).toBe('/agency-detail-6x/6938')
  expect(target(8951)).toBe('/agency-detail/8951')
  expect(target(13_141)).toBe('/agency-detail-6xWarn/13141')
  expect(target(6938, false)).toBe('/agency-detail/6938')
  expect(target(6938, true, false)).toBe('/agency-detail/6938')
})

test('links follow the switch and the choice as they change', async () => {
  const cloud = { agencyId: 6938, isCloud: true }
  const turn = (enabled: boolean) =>
    queryClient.setQueryData(callKey(switches.featureSwitches, {}), [
      { name: SwitchName.use6xNavigation, enabled },
    ])
  versionChoices.setUser('lee@support.test')
  turn(true)
  const { result } = mountHook(() => useAgencyTarget())
  const both = () => [result.current(cloud), targetNow(cloud)]
  expect(both()).toEqual(['/agency-detail-6xWarn/6938', '/agency-detail-6xWarn/6938'])
  act(() => versionChoices.remember(6938, 'newer'))
  expect(both()).toEqual(['/agency-detail-6x/6938', '/agency-detail-6x/6938'])
  await act(async () => void turn(false))
  expect(both()).toEqual(['/agency-detail/6938', '/agency-detail/6938'])
  versionChoices.clear()
  versionChoices.setUser(null)
})
