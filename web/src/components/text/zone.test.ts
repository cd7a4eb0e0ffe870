import { expect, test } from 'vitest'
import { seasonlessZoneName } from './zone.tsx'

test('the name over times of all seasons is true of each', () => {
  const zones = ['America/New_York', 'America/Chicago', 'America/Phoenix', 'Pacific/Honolulu', 'UTC']
  expect(zones.map(seasonlessZoneName)).toEqual(['ET', 'CT', 'MST', 'HST', 'UTC'])
  const abroad = ['Europe/Berlin', 'Europe/London', 'Asia/Kolkata']
  expect(abroad.map(seasonlessZoneName)).toEqual(['GMT+1/GMT+2', 'GMT/GMT+1', 'GMT+5:30'])
})
