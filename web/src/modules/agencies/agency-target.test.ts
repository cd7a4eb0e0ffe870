import { expect, test } from 'vitest'
import { agencyTarget } from './agency-target.ts'

test('[AGENCY-LIST-06] an agency in the cloud opens the 6.x placeholder while Use6xNavigation is on', () => {
  expect(agencyTarget({ agencyId: 6938, isCloud: true }, true)).toBe('/agency-detail-6xWarn/6938')
  expect(agencyTarget({ agencyId: 6938, isCloud: true }, false)).toBe('/agency-detail/6938')
  expect(agencyTarget({ agencyId: 6938, isCloud: false }, true)).toBe('/agency-detail/6938')
})
