import { expect, test } from 'vitest'
import {
  answers,
  inSections,
  maxRows,
  maxSuggestions,
  type Offer,
  statusText,
  visibleRows,
} from './entries.ts'
import type { Entry } from './entry.ts'
import { readQuestion } from './question.ts'

const entry = (label: string, kind = 'Screen'): Entry => ({
  id: `${kind}-${label}`,
  label,
  kind,
  locked: null,
  go: { to: 'address', href: '/' },
})
const recent = (agencyId: number, name: string, pinned = false) => ({
  agencyId,
  name,
  isCloud: false,
  at: 0,
  pinned,
})
const found = (agencyId: number, name: string, isCloud = false) => ({
  agencyId,
  name,
  isCloud,
  versionDisplay: '5.4.2',
})
const offer: Offer = {
  recent: [recent(8951, 'Lee Insurance', true), recent(6938, 'Smith Insurance')],
  here: [entry('Config', 'On this agency')],
  typed: [],
  users: [entry('Unlock NCO · Nora Cole', 'User'), entry('NCO · Nora Cole', 'User')],
  screens: [entry('Main'), entry('Seat Management')],
  topics: [entry('Seat management', 'Help topic'), entry('Texting', 'Help topic')],
  records: [entry('Vendor: Feeds are late', 'Alert')],
  found: undefined,
  failed: false,
  address: ({ agencyId, isCloud }) => `${isCloud ? '/warn/' : '/agency/'}${agencyId}`,
}
const ask = (typed: string, part: Partial<Offer> = {}) => answers(readQuestion(typed), { ...offer, ...part })
const labels = (typed: string, part: Partial<Offer> = {}) => ask(typed, part).map(({ label }) => label)

test('with nothing typed: recent agencies, then what can be done here, then the screens', () => {
  expect(labels('  ')).toEqual(['Lee Insurance', 'Smith Insurance', 'Config', 'Main', 'Seat Management'])
  expect(ask('')[0]).toMatchObject({ pinned: true, kind: 'Pinned agency' })
})

test.each(['6 938', '0000-6938', '00006938', '6938\n'])(
  '%j opens the agency of that id, before and after the server answers',
  (typed) => {
    expect(ask(typed, { recent: [] })[0]).toMatchObject({ go: { to: 'agency', agencyId: 6938 } })
    const answered = ask(typed, { recent: [], found: [found(69_380, 'Other'), found(6938, 'Smith', true)] })
    expect(answered[0]).toMatchObject({ label: 'Smith', go: { to: 'address', href: '/warn/6938' } })
    expect(answered.map(({ agencyId }) => agencyId)).toEqual([6938, 69_380])
  },
)

test('a recent agency whose id is typed is named before the server answers', () => {
  expect(ask('6938')[0]).toMatchObject({
    label: 'Smith Insurance',
    agencyId: 6938,
    go: { href: '/agency/6938' },
  })
  expect(ask('6939')[0]).toMatchObject({ label: 'Open this agency', kind: 'Agency', agencyId: 6939 })
})

test('records are found by what is typed, and not offered before', () => {
  expect(labels('feeds')).toEqual(['Vendor: Feeds are late'])
  expect(labels('')).not.toContain('Vendor: Feeds are late')
  expect(ask('> feeds')).toEqual([])
})

test('an id that the server does not know is not offered', () => {
  const kinds = (typed: string) => ask(typed, { recent: [], found: [] }).map(({ kind }) => kind)
  expect(kinds('4711')).toEqual(['Search'])
  expect(kinds('0')).toEqual(['Search'])
})

test('a text finds screens whose words begin so, then agencies, help topics, then what goes by another word', () => {
  const answered = labels('ma', { found: [found(1, 'Martin Agency'), found(2, 'Grandma Insurance')] })
  expect(answered).toEqual([
    'Main',
    'Seat Management',
    'Martin Agency',
    'Seat management',
    'Grandma Insurance',
  ])
  expect(labels('smith', { found: [found(6938, 'Smith Insurance')] })).toEqual(['Smith Insurance'])
  const logout: Entry = { ...entry('Logout'), also: 'log out sign out' }
  expect(labels('sign', { found: [found(1, 'Sign Makers')], screens: [logout] })).toEqual([
    'Sign Makers',
    'Logout',
  ])
  expect(labels('ext', { found: [] })).toEqual(['Search all agencies for "ext"'])
})

test('> asks for actions only, ? for help topics only', () => {
  expect(labels('>')).toEqual(['Config', 'Main', 'Seat Management'])
  expect(labels('> conf')).toEqual(['Config'])
  expect(labels('?')).toEqual(['Seat management', 'Texting'])
  expect(labels('? seat')).toEqual(['Seat management'])
  expect(labels('? zebra')).toEqual([])
})

test('the whole name of an agency comes before a screen, and a better answer before a recent agency', () => {
  const agencies = [found(1, 'Seat Management'), found(2, 'Old Smith'), found(3, 'Smith')]
  expect(ask('seat management', { found: agencies })[0]).toMatchObject({ agencyId: 1 })
  const recent = [{ agencyId: 2, name: 'Old Smith', isCloud: false, at: 1, pinned: false }]
  expect(
    ask('smith', { recent, found: agencies })
      .map(({ agencyId }) => agencyId)
      .slice(0, 2),
  ).toEqual([3, 2])
})

test('where nothing is found, or there is no answer yet, there is the search of all agencies', () => {
  const search = [{ go: { to: 'address', href: '/?q=zebra+%26+co' } }]
  const none = ask('zebra & co', { found: [] })
  expect(none).toMatchObject(search)
  expect(statusText(none, { waiting: false, failed: false })).toBe(
    'No match. Press Enter to search all agencies.',
  )
  expect(ask('zebra & co')).toMatchObject(search)
})

test('where the server may know of more agencies, the last row searches all of them', () => {
  const some = Array.from({ length: maxSuggestions }, (_, at) => found(at + 1, `Zebra ${at}`))
  expect(ask('zebra', { found: some }).at(-1)).toMatchObject({
    label: 'Search all agencies for "zebra"',
    go: { to: 'address', href: '/?q=zebra' },
  })
  expect(ask('zebra', { found: some.slice(1) })).toHaveLength(maxSuggestions - 1)
})

test('a search that failed is not passed off as all there is', () => {
  expect(labels('seat', { failed: true }).at(-1)).toBe('Search all agencies for "seat"')
  const failed = ask('zebra', { failed: true })
  expect(failed).toHaveLength(1)
  expect(statusText(failed, { waiting: false, failed: true })).toBe('The agencies could not be searched')
})

test('the results are counted, without the row that opens the list', () => {
  const status = (entries: readonly Entry[], waiting = false) =>
    statusText(entries, { waiting, failed: false })
  expect([0, 1, 2].map((count) => status(ask('').slice(0, count)))).toEqual([
    'No results',
    '1 result',
    '2 results',
  ])
  expect(status(ask('zebra'), true)).toBe('Searching…')
  const some = Array.from({ length: maxSuggestions }, (_, at) => found(at + 1, `Zebra ${at}`))
  expect(status(ask('zebra', { found: some }))).toBe(`The first ${maxSuggestions} results`)
})

test('what the typed text asks of the agency on the screen comes first', () => {
  const typed = [entry('Look up client 12345678', 'This agency')]
  expect(labels('c 12345678', { typed, found: [found(12_345_678, 'Digits Insurance')] })[0]).toBe(
    'Look up client 12345678',
  )
})

test('seven rows are shown, then how many more there are', () => {
  const many = Array.from({ length: 9 }, (_, index) => entry(`Row ${index}`))
  const rows = visibleRows(many, false)
  expect(rows).toHaveLength(maxRows + 1)
  expect(rows.at(-1)).toMatchObject({ label: '2 more', go: { to: 'rest' } })
  expect(visibleRows(many, true)).toHaveLength(9)
  expect(visibleRows(many.slice(0, 7), false)).toHaveLength(7)
})

test('the way to the list of agencies is none of those that are counted as more', () => {
  const found = Array.from({ length: maxSuggestions }, (_, at) => recent(at + 1, `Insurers ${at + 1}`))
  const rows = visibleRows(ask('insurers', { recent: [], found }), false)
  expect(rows.at(-1)?.label).toBe(`${maxSuggestions - maxRows} more`)
  const few = ask('insurers', { recent: [], found }).slice(-1)
  expect(
    visibleRows([...Array.from({ length: 7 }, (_, at) => entry(`Row ${at}`)), ...few], false),
  ).toHaveLength(8)
})

test('agencies that begin with what was typed come before help topics that do, others after them', () => {
  const topics = [entry('Insurers of the pool', 'Help topic')]
  const found = [recent(1, 'Reinsurers Ltd'), recent(2, 'Insurers First'), recent(3, 'Old Insurers')]
  expect(labels('insurers', { recent: [], topics, found })).toEqual([
    'Insurers First',
    'Old Insurers',
    'Insurers of the pool',
    'Reinsurers Ltd',
  ])
})

test('users of the agency are found by initials, name and what is done for them', () => {
  const both = ['Unlock NCO · Nora Cole', 'NCO · Nora Cole']
  expect(labels('nco', { found: [] })).toEqual(both)
  expect(labels('cole', { found: [] })).toEqual(both)
  expect(labels('unlock', { found: [] })).toEqual(both.slice(0, 1))
  expect(labels('')).not.toContain('NCO · Nora Cole')
})

test('rows of one kind that follow one another stand under its name, the way to the rest in the last one', () => {
  const rows = [...ask(''), { ...entry('2 more', ''), go: { to: 'rest' } } as Entry]
  const sections = inSections(rows).map(({ name, first, entries }) => [name, first, entries.length])
  expect(sections).toEqual([
    ['Recent agencies', 0, 2],
    ['On this agency', 2, 1],
    ['Go to', 3, 3],
  ])
  expect(inSections(ask('smith')).map(({ name }) => name)).toEqual(['Agencies'])
})
