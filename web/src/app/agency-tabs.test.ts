import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { visibleTabs } from '../modules/agencies/visible-tabs.ts'
import { allAgencyTabs } from './agency-tabs.ts'

test("[AG-DETAIL-09] Texting is shown exactly when the agency's domains hold the value 2", () => {
  const shown = (domains: number, isOnline: boolean): boolean => {
    const agency = { domains, isOnline } as AgencyConfig
    return visibleTabs(allAgencyTabs, { agency, permissions: [], backOffice: false }).some(
      ({ label, index }) => label === 'Texting' && index === 6,
    )
  }
  for (const isOnline of [true, false])
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((domains) => shown(domains, isOnline))).toEqual([2, 3, 6, 7])
})

test('[AG-DETAIL-08] the tabs have the documented indices, Marketplace follows them and History is the last', () => {
  expect(allAgencyTabs.map(({ index, label }) => [index, label]).slice(0, -1)).toEqual([
    [0, 'Files'],
    [1, 'Command'],
    [2, 'Downloads'],
    [3, 'Product Summary'],
    [4, 'Config'],
    [5, 'E-SIG'],
    [6, 'Texting'],
    [7, 'Self-Serve Certs'],
    [8, 'Users'],
    [9, 'Seat Management'],
    [10, 'Marketplace'],
  ])
  expect(allAgencyTabs.at(-1)?.label).toBe('History')
})

/** The sources of every screen. */
const sources = globSync('web/src/modules/**/*.tsx', { cwd: join(import.meta.dirname, '../../..') })
  .map((path) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8'))
  .join('\n')

test('[PERM-04] Rerun changes nothing on any tab: none depends on it, and no source of screens or rules asks for it', () => {
  const everything = Object.values(P)
  const shown = (permissions: readonly number[], isOnline: boolean) =>
    visibleTabs(allAgencyTabs, {
      agency: { domains: 7, isOnline } as AgencyConfig,
      permissions: [...permissions],
      backOffice: false,
    })
  for (const isOnline of [true, false])
    expect(
      shown(
        everything.filter((id) => id !== P.Rerun),
        isOnline,
      ),
    ).toEqual(shown(everything, isOnline))
  const root = join(import.meta.dirname, '../../..')
  const asking = globSync('{web,contract/src/modules,contract/src/rules}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('.test.'),
  }).filter((path) => /\bP\.Rerun\b/.test(readFileSync(join(root, path), 'utf8')))
  expect(asking).toEqual([])
})

test('the palette’s actions lead to controls that stand on a tab', () => {
  const selectors = allAgencyTabs.flatMap(({ actions = [], typed = [] }) => [
    ...actions.map(({ focus }) => focus),
    ...typed.map(({ word, read }) => read(word === 'u' ? 'abc' : '12345678')?.focus ?? ''),
  ])
  expect(selectors.length).toBeGreaterThan(20)
  for (const focus of selectors) {
    const [, id, control] = /^(?:#([\w-]+)|\[role="dialog"\]) ?(.*)$/.exec(focus) ?? []
    expect([focus, id === undefined || sources.includes(`id="${id}"`)]).toEqual([focus, true])
    // A part of a screen is no control.
    expect([focus, id !== undefined || control !== '']).toEqual([focus, true])
  }
})

test('no two tabs, and no two actions of the palette, have the same name or letter', () => {
  const actions = allAgencyTabs.flatMap(({ actions: fixed = [] }) => fixed.map(({ label }) => label))
  const words = allAgencyTabs.flatMap(({ typed = [] }) => typed.map(({ word }) => word))
  const keys = allAgencyTabs.flatMap(({ key }) => (key === undefined ? [] : [key]))
  for (const names of [actions, words, keys, allAgencyTabs.map(({ name }) => name)]) {
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^\S/.test(name))).toEqual([])
  }
  // Letters that everybody can type.
  expect(keys.filter((key) => !/^[a-z]$/.test(key))).toEqual([])
})

test.each([
  [
    'c',
    '1234 5678',
    {
      label: 'Look up client 12345678',
      query: { client: '12345678' },
      focus: expect.stringContaining('#client-lookup') as string,
    },
  ],
  ['c', '1234567', null],
  [
    'msg',
    ' bw-1 ',
    { label: 'Look up message bw-1', query: { message: 'bw-1' }, focus: '#texting-message input' },
  ],
  ['msg', ' ', null],
  ['u', 'abc', { label: 'Find user ABC', query: { initials: 'ABC' }, focus: '#agency-users-filter input' }],
  ['u', 'abcd', null],
])('“%s %s” offers %j', (word, rest, offered) => {
  const typed = allAgencyTabs.flatMap((tab) => tab.typed ?? []).find((one) => one.word === word)
  expect(typed?.read(rest)).toEqual(offered)
})

test('which tabs do not apply to an online agency, and which say more there', () => {
  const labels = (matches: (tab: (typeof allAgencyTabs)[number]) => boolean) =>
    allAgencyTabs.filter(matches).map(({ label }) => label)
  expect(labels(({ notForOnline }) => notForOnline)).toEqual([
    'Files',
    'Command',
    'Downloads',
    'Texting',
    'Users',
  ])
  expect(labels(({ onlinePart }) => onlinePart !== undefined)).toEqual(['Command', 'Users'])
})
