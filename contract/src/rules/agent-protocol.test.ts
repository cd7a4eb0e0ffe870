import { expect, test } from 'vitest'
import { newestProtocol, protocolVersions, retirementSentence, whyNotRetire } from './agent-protocol.ts'

test('versions count up from 1', () => {
  expect(protocolVersions.map(({ version }) => version)).toEqual(
    Array.from({ length: newestProtocol }, (_, at) => at + 1),
  )
})

test.each([
  [1, '2027-03-31', undefined],
  [1, '2028-02-29', undefined],
  [1, '2027-02-29', '"2027-02-29" is not a day such as 2027-03-31.'],
  [1, '31.3.2027', '"31.3.2027" is not a day such as 2027-03-31.'],
  [1, '2027-03', '"2027-03" is not a day such as 2027-03-31.'],
  [1, '+012027-03-31', '"+012027-03-31" is not a day such as 2027-03-31.'],
  [
    newestProtocol + 1,
    '2027-03-31',
    `There is no version ${newestProtocol + 1}. Known are 1 to ${newestProtocol}.`,
  ],
  [0, '2027-03-31', `There is no version 0. Known are 1 to ${newestProtocol}.`],
  [1.5, '2027-03-31', `There is no version 1.5. Known are 1 to ${newestProtocol}.`],
  [
    newestProtocol,
    '2027-03-31',
    `Version ${newestProtocol} is the newest: nothing could take its place, so it cannot be retired.`,
  ],
])('version %s on %s: %s', (version, day, why) => {
  expect(whyNotRetire(version, day)).toBe(why)
})

test('a retired version ends on its day and has ended from then on', () => {
  const on = (today: string) => retirementSentence(1, '2027-03-31', today)
  expect(on('2027-03-30')).toBe(
    'Protocol version 1 ends on 03/31/2027. The agency needs a newer version of its software.',
  )
  expect(on('2027-03-31')).toContain('version 1 ended on 03/31/2027.')
})
