import { expect, test } from 'vitest'
import { compareTexting } from './texting-comparison.ts'

const same = {
  phone: '8015550142',
  inService: true,
  tcrNumber: 'CJEUMDK',
  bandwidthTcrNumber: 'CJEUMDK',
  campaignStatus: 'ACTIVE',
}
const differences = (given: Partial<typeof same>) =>
  compareTexting({ ...same, ...given }).map(({ difference, repairBy }) => [difference, repairBy])

test('nothing differs where both sides are the same, or both have nothing', () => {
  expect(differences({})).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
  const nothing = { phone: '', inService: false, tcrNumber: '', bandwidthTcrNumber: '', campaignStatus: '' }
  expect(compareTexting(nothing).map(({ difference }) => difference)).toEqual([null, null, null])
})

test('what differs is named, and another campaign is fixed by sending ours again', () => {
  expect(differences({ inService: false })[0]).toEqual(['Not in service', null])
  expect(differences({ bandwidthTcrNumber: 'COTHER1' })[1]).toEqual(['Another campaign', 'CJEUMDK'])
  expect(differences({ bandwidthTcrNumber: '' })[1]).toEqual(['Not at Bandwidth', 'CJEUMDK'])
  expect(differences({ tcrNumber: '' })[1]).toEqual(['Only at Bandwidth', null])
  expect(differences({ campaignStatus: 'EXPIRED' })[2]).toEqual(['Not active', null])
  expect(differences({ campaignStatus: '' })[2]).toEqual(['Not active', null])
})

const sides = (given: Partial<typeof same>) =>
  compareTexting({ ...same, ...given }).map(({ what, here, there }) => `${what}: ${here} | ${there}`)

test('each line says what is kept here and what Bandwidth holds, and where there is nothing', () => {
  expect(sides({})).toEqual([
    'Phone number: 801-555-0142 | In service',
    'TCR number: CJEUMDK | CJEUMDK',
    'Campaign: CJEUMDK | ACTIVE',
  ])
  const nothing = { phone: '', inService: false, tcrNumber: '', bandwidthTcrNumber: '', campaignStatus: '' }
  expect(sides(nothing)).toEqual([
    'Phone number: None | Not in service',
    'TCR number: None | None',
    'Campaign: None | None',
  ])
  expect(sides({ campaignStatus: '' })[2]).toBe('Campaign: CJEUMDK | Unknown')
  expect(sides({ tcrNumber: '', bandwidthTcrNumber: 'COTHER1' })[1]).toBe('TCR number: None | COTHER1')
})
