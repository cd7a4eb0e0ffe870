import { FolderCompliance } from '@agency-support/contract/modules/agencies'
import { FileTotals, MultifolderTokens, NewUpload } from '@agency-support/contract/modules/agency-file-shapes'
import { parseLogLevel } from '@agency-support/contract/rules/agency-files'
import { expect, test } from 'vitest'
import { firstErrors } from '../conversion-errors.ts'
import { getUsers } from '../people.ts'
import { getProfile } from '../profile.ts'
import type { AgencyFile } from './agency-file.ts'
import { clientFile } from './client-file.ts'
import { logFile, logNames } from './log-file.ts'
import { configFile, metricsFile, multifolderFile } from './reports.ts'

const now = new Date('2026-11-20T15:00:00Z')
const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Chicago', status: 2 }
const well = getProfile({ ...facts, agencyId: 6938 })
const full = getProfile({ ...facts, agencyId: 6866 })
const users = getUsers(well)

const readContent = ({ bytes }: AgencyFile): Record<string, unknown> =>
  JSON.parse(bytes.toString()) as Record<string, unknown>

test('every file is one that the contract lets an agency announce', () => {
  const files = [
    configFile(well, users, now),
    metricsFile(well, firstErrors(well, now), now),
    multifolderFile(well, users, now),
    clientFile(well, '00000042', now, { location: 5, deleted: true }),
    ...logNames.map((name) => logFile(well, name, now)),
  ]
  for (const { bytes, fileTimestamp, ...about } of files) {
    const announced = {
      ...about,
      fileTimestamp: fileTimestamp.toISOString(),
      size: bytes.length,
      sha256: '0'.repeat(64),
    }
    expect(NewUpload.parse(announced)).toMatchObject(about)
  }
})

test('the metrics and the token are as they are read when they arrive', () => {
  for (const profile of [well, full]) {
    const errors = firstErrors(profile, now)
    const totals = readContent(metricsFile(profile, errors, now))['totals'] as Record<string, unknown>
    expect(Object.keys(totals)).toEqual(['0', '4', '5'])
    const [dataSync] = Object.values(totals).map((total) => FileTotals.parse(total))
    expect(dataSync).toMatchObject({ count: profile.clients, errors: errors.length })
    expect(dataSync?.conversion?.count).toBeLessThanOrEqual(profile.clients)
  }
  const token = MultifolderTokens.parse(readContent(multifolderFile(well, users, now)))
  expect(token.current).toMatchObject({ timestamp: now.toISOString(), cmsUser: users[0]?.username })
})

test('the config tells of every folder whether it is as it must be', () => {
  const read = (profile: typeof well) =>
    FolderCompliance.array().parse(readContent(configFile(profile, users, now))['folderCompliance'])
  expect(read(well)).toHaveLength(3)
  expect(read(full).find(({ folder }) => folder === full.clientPath)).toMatchObject({ compliant: false })
})

test('an agency without space on its disk fails to renew its token', () => {
  const token = MultifolderTokens.parse(readContent(multifolderFile(full, getUsers(full), now)))
  expect(token.lastFailure?.timestamp).toBe(now.toISOString())
  expect(token.current?.timestamp.localeCompare(now.toISOString())).toBe(-1)
})

test('logs weigh 100 kB to 2 MB and end in the moment they are sent, the set aside ones before that', () => {
  const logs = logNames.map((name) => logFile(well, name, now))
  for (const { bytes, fileTimestamp } of logs) {
    expect(bytes.length).toBeGreaterThan(90 * 1024)
    expect(bytes.length).toBeLessThan(2.5 * 1024 * 1024)
    const lines = bytes.toString().trimEnd().split('\n')
    const stamped = lines.filter((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[/.test(line))
    expect(stamped).toEqual(stamped.toSorted())
    expect(stamped.at(-1)?.slice(0, 10)).toBe(
      new Date(fileTimestamp.getTime() - 60_000).toISOString().slice(0, 10),
    )
  }
  const [, newest, older] = logs
  expect(newest?.fileTimestamp).toEqual(now)
  expect(older?.fileTimestamp.getTime()).toBeLessThan(now.getTime())
})

test('a log has lines of every level, and the log of errors nothing but trouble', () => {
  const listLevels = (name: (typeof logNames)[number]) =>
    new Set(logFile(full, name, now).bytes.toString().split('\n').map(parseLogLevel))
  expect(listLevels('cloudmanager.log')).toEqual(new Set(['info', 'warn', 'error', undefined]))
  expect(listLevels('error.log')).toEqual(new Set(['warn', 'error', undefined]))
  expect(logFile(full, 'error.log', now).bytes.toString()).toContain('There is not enough space on the disk.')
})

test('a client file is the same bytes for the same client, and not the same for another agency', () => {
  const file = clientFile(well, '00000001', now)
  expect(clientFile(well, '00000001', new Date(0)).bytes.equals(file.bytes)).toBe(true)
  expect(clientFile(full, '00000001', now).bytes.equals(file.bytes)).toBe(false)
  expect(readContent(file)).toMatchObject({ clientId: '00000001', agencyId: 6938 })
  const sizes = Array.from(
    { length: 200 },
    (_, at) => clientFile(well, String(at + 1).padStart(8, '0'), now).bytes.length,
  )
  expect(Math.min(...sizes)).toBeGreaterThan(8 * 1024)
  expect(Math.max(...sizes)).toBeLessThan(6 * 1024 * 1024)
  expect(sizes.filter((size) => size > 1024 * 1024).length).toBeGreaterThan(0)
})
