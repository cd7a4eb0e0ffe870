import { expect, test } from 'vitest'
import { agencyTarget } from './agency-target.ts'

test('[AGENCY-LIST-06] an agency in the cloud opens the 6.x placeholder while Use6xNavigation is on', () => {
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
