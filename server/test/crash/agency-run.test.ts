import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { countDenials, findDenials, readAccounts } from './agency-judge.ts'
import { type AgencyRunReport, findGrowth, runAgencies } from './agency-run.ts'

/** What `npm run crash -- agencies --record` wrote. */
const recorded = new URL('../../../docs/reliability-agencies.json', import.meta.url)

test('[AGENT-29] the recorded run of 5,000 agencies for ten minutes lost nothing, and 100 agencies lose nothing now', {
  timeout: 300_000,
}, async () => {
  const long = JSON.parse(await readFile(recorded, 'utf8')) as AgencyRunReport
  const { slowUplink, clockAhead, clockBehind, dying } = long.kinds
  expect(long.losses).toEqual([])
  expect(long.wrong).toEqual({ lost: 0, ranTwice: 0, denied: 0 })
  expect(long.agencies).toBeGreaterThanOrEqual(5_000)
  expect(long.seconds).toBeGreaterThanOrEqual(600)
  expect([slowUplink, clockAhead + clockBehind, dying].map((count) => count / long.agencies)).toEqual([
    0.1, 0.05, 0.02,
  ])
  expect(Object.values(long.ended).reduce((sum, count) => sum + count, 0)).toBe(long.commands)
  const report = await runAgencies({
    agencies: 100,
    seconds: 15,
    leaseSeconds: 3,
    uplinkBytesPerSecond: 131_072,
  })
  expect(report.losses).toEqual([])
  expect(report.wrong).toEqual({ lost: 0, ranTwice: 0, denied: 0 })
  expect(report).toMatchObject({
    kinds: { steady: 83, slowUplink: 10, clockBehind: 3, clockAhead: 2, dying: 2 },
    commands: Object.values(report.ended).reduce((sum, count) => sum + count, 0),
  })
  expect(report.commands).toBeGreaterThan(10)
  expect(report.kills).toBeGreaterThan(0)
  // Each agency waits on a connection of its own.
  if (report.held !== undefined) expect(report.held.early.files).toBeGreaterThan(100)
})

test('a server that holds a tenth more at the end of an hour is named, in a short run it is not', () => {
  const early = { megabytes: 200, files: 5_000 }
  const grown = { early, late: { megabytes: 221, files: 5_501 } }
  expect(findGrowth({ early, late: { megabytes: 220, files: 5_500 } }, 3_600)).toEqual([])
  expect(findGrowth(grown, 3_599)).toEqual([])
  expect(findGrowth(undefined, 3_600)).toEqual([])
  expect(findGrowth(grown, 3_600)).toEqual([
    'the server grew from 200 to 221 MB',
    "the server's open files and connections went from 5000 to 5501",
  ])
})

function shown(commandId: number, given: Partial<QueuedCommand>): QueuedCommand {
  const usual = { state: 'succeeded', reason: null, command: 'pcssync', files: [] } as const
  return { ...usual, ...given, commandId } as QueuedCommand
}

test.each([
  ['as the agency says', shown(1, {}), '7 1 ran\n7 1 succeeded\n', []],
  ['lost', undefined, '', ['was taken and is lost']],
  ['run twice', shown(1, {}), '7 1 ran\n7 1 ran\n7 1 succeeded\n', ['ran 2 times']],
  ['still running', shown(1, { state: 'running' }), '7 1 ran\n7 1 succeeded\n', ['is still running']],
  [
    'interrupted, though it ended',
    shown(1, { state: 'failed', reason: 'interrupted' }),
    '7 1 ran\n7 1 succeeded\n',
    ['is shown interrupted, its agency says succeeded'],
  ],
  [
    'succeeded, though nothing was said',
    shown(1, {}),
    '7 1 ran\n7 1 succ',
    ['is shown succeeded, its agency says nothing'],
  ],
  [
    'succeeded, though it never ran',
    shown(1, {}),
    '7 1 succeeded\n',
    ['is shown succeeded and was never run'],
  ],
  [
    'succeeded without a file',
    shown(1, { command: 'log' }),
    '7 1 ran\n7 1 succeeded\n',
    ['is shown succeeded without its file'],
  ],
])('a command that is %s', (_what, command, account, whys) => {
  const found = findDenials(7, [1], command === undefined ? [] : [command], readAccounts(account).get(7))
  expect(found).toEqual(whys.map((why) => `agency 7, command 1 ${why}`))
})

test('a command that nobody ordered is named', () => {
  expect(findDenials(7, [], [], readAccounts('7 9 ran\n').get(7))).toEqual([
    'agency 7, command 9 was never ordered',
  ])
})

test('denials are counted by what they say', () => {
  const accounts = readAccounts('7 2 ran\n7 2 ran\n7 2 succeeded\n').get(7)
  const denials = findDenials(7, [1, 2, 3], [shown(2, {}), shown(3, { state: 'running' })], accounts)
  expect(countDenials(denials)).toEqual({ lost: 1, ranTwice: 1, denied: 1 })
})
