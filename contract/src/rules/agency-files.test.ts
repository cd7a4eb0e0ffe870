import { expect, test } from 'vitest'
import {
  AgencyDomain,
  clientIdPattern,
  clientLocations,
  FileSystemCode,
  fileSystemFilters,
  getFileSystem,
  isAtLeast,
  lookedUpLocations,
  parseLogLevel,
  resendEvents,
  StorageLocation,
  totalsLocations,
} from './agency-files.ts'

test('[SUMMARY-02] the storage locations are 0 Data Sync, 4 Search, 5 Texting and 6 Vendor; totals leave 6 out', () => {
  expect(StorageLocation).toEqual({ clientFile: 0, search: 4, texting: 5, vendor: 6, log: 8 })
  expect(totalsLocations).toEqual([
    { location: 0, name: 'Data Sync' },
    { location: 4, name: 'Search' },
    { location: 5, name: 'Texting' },
  ])
})

test('[LOOKUP-11] [LOOKUP-12] client files lie in 0, 4, 5 and 6; Client File, Vendor and Texting are looked up', () => {
  expect(clientLocations.map(({ location, name }) => [location, name])).toEqual([
    [0, 'Client File'],
    [4, 'Search'],
    [5, 'Texting'],
    [6, 'Vendor'],
  ])
  const getName = (wanted: number) => clientLocations.find(({ location }) => location === wanted)?.name
  expect(lookedUpLocations.map(getName)).toEqual(['Client File', 'Vendor', 'Texting'])
})

test('[LOOKUP-13] the file systems have their codes, and three of them are offered as filters', () => {
  expect(FileSystemCode).toEqual({ conversion: 1, search: 2, reporting: 4, texting: 8, vendor: 16 })
  expect(fileSystemFilters.map(({ label, value }) => [label, value])).toEqual([
    ['All', 0],
    ['Conversion', 1],
    ['Texting', 8],
    ['Vendor', 16],
  ])
  expect(clientLocations.map(({ location }) => getFileSystem(location))).toEqual([1, 2, 8, 16])
  expect(AgencyDomain).toEqual({ search: 1, texting: 2, vendor: 4 })
})

test('three kinds of files can be resent', () => {
  expect(resendEvents.map(({ eventId, label }) => [eventId, label])).toEqual([
    [1, 'Client File'],
    [2, 'Metric File'],
    [3, 'Config File'],
  ])
})

test.each([
  ['2026-11-20 08:00:00,123 ERROR Disk full', 'error'],
  ['2026-11-20 08:00:00 [FATAL] out of memory', 'error'],
  ['08:00 Warning: slow', 'warn'],
  ['08:00 WARN: slow', 'warn'],
  ['08:00 info started', 'info'],
  ['08:00 TRACE x', 'debug'],
  ['08:00 Debug|x', 'debug'],
  ['   at Sync.run (sync.cs:12)', undefined],
  ['08:00 INFO no error found', 'info'],
  ['08:00 terrors of warning', 'warn'],
  [`${' '.repeat(80)}ERROR`, undefined],
  ['', undefined],
])('the level of %j is %s', (line, level) => {
  expect(parseLogLevel(line)).toBe(level)
})

test('a level takes in the worse ones; a line without a level is of none', () => {
  const levels = ['debug', 'info', 'warn', 'error'] as const
  const lines = ['x DEBUG', 'x INFO', 'x WARN', 'x ERROR', 'x']
  expect(levels.map((level) => lines.filter((line) => isAtLeast(line, level)).length)).toEqual([4, 3, 2, 1])
})

test('a client id is eight digits', () => {
  expect('00004711').toMatch(clientIdPattern)
  for (const other of ['4711', '000004711', 'x00004711', '00004711x', 'abcdefgh'])
    expect(other).not.toMatch(clientIdPattern)
})
