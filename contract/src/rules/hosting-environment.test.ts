import { expect, test } from 'vitest'
import { toHostingEnvironment } from './hosting-environment.ts'

const regions = [0, 1, 2, 3]
const environments = (agencyType: number) =>
  regions.map((regionId) => toHostingEnvironment({ agencyType, regionId }))

test('[MKT-78] Local Install and Kotter are hosting environments of their own, whatever the region', () => {
  expect(environments(0)).toEqual(['locals', 'locals', 'locals', 'locals'])
  expect(environments(1)).toEqual(['kotter', 'kotter', 'kotter', 'kotter'])
})

test.each([2, 3, 4, 99])('[MKT-78] type %i is Opus, by region', (agencyType) => {
  // Northwest, Southwest, Central, East.
  expect(environments(agencyType)).toEqual(['opusW', 'opusW', 'opusE2', 'opusE'])
})
