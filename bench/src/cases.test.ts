import { contract } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { toBody, caseNames, type Fixtures, makeRequest } from './cases.ts'

const fixtures: Fixtures = {
  origin: 'http://localhost:4000',
  cookies: ['agency_support=a', 'agency_support=b'],
  usernames: ['arrival0@support.test'],
  ids: [6938, 20001],
  idsWithUsers: [6938],
  fragments: ['smith', 'Núñez'],
  byFrequency: { rare: ['jocla'], middling: ['smith'], common: ['insurance'] },
  journal: {
    entries: 100,
    deepBefore: 50,
    actors: ['ann@support.test'],
    events: ['agencies.renamed'],
    times: ['2026-11-20T09:00:00Z'],
  },
}

const { agencies, agencyUsers, journal, session } = contract
const calls = {
  config: agencies.config,
  users: agencyUsers.users,
  rename: agencies.updateName,
  'sign-in': session.signIn,
  'first page': journal.search,
  'deep page': journal.search,
  'journal by agency': journal.search,
  'journal by person': journal.search,
  'journal by event': journal.search,
  'journal by time': journal.search,
  'whole id': agencies.search,
  'begun id': agencies.search,
  'rare fragment': agencies.search,
  'middling fragment': agencies.search,
  'common fragment': agencies.search,
  suggestions: agencies.search,
}

test.each(caseNames)('%s sends what its call of the contract takes', (name) => {
  const call = calls[name]
  const [head = '', body = ''] = makeRequest(name, fixtures, 7).split('\r\n\r\n')
  expect(call.input.safeParse(JSON.parse(body)).success).toBe(true)
  expect(head).toMatch(new RegExp(`^POST ${call.at.path} `))
  expect(call.at).toMatchObject(pick(toBody(name, fixtures, 7)))
})

test('what the database has nothing of is a failure and no empty request', () => {
  const none = { ...fixtures, byFrequency: { rare: [], middling: [], common: [] } }
  expect(() => toBody('rare fragment', none, 0)).toThrow('nothing of what this case asks for')
})

function pick(body: object): object {
  return 'command' in body ? { command: body.command } : {}
}

test('a request is complete: its length is that of its body in bytes', () => {
  const [head = '', body = ''] = makeRequest('suggestions', fixtures, 1).split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ command: 'AgencySearch', searchText: 'Núñez', max: 20 })
  expect(head).toContain(`\r\ncontent-length: ${Buffer.byteLength(body)}`)
  expect(head).toContain('\r\ncookie: agency_support=b\r\n')
  expect(head).toContain('\r\naccept-encoding: gzip, deflate, br, zstd\r\n')
})

test('only the write carries a key, and no two writes are alike', () => {
  expect(makeRequest('config', fixtures, 1)).not.toContain('idempotency-key')
  const keys = [1, 2, 3].map(
    (count) => /idempotency-key: (\S+)/.exec(makeRequest('rename', fixtures, count))?.[1],
  )
  expect(new Set(keys).size).toBe(3)
  expect(toBody('rename', fixtures, 1)).not.toEqual(toBody('rename', fixtures, 3))
})

test('whoever signs in comes from a place of their own, without a session', () => {
  const places = [1, 300, 70_000].map((count) => {
    const head = makeRequest('sign-in', fixtures, count)
    expect(head).not.toContain('cookie:')
    return /x-forwarded-for: (\S+)/.exec(head)?.[1]
  })
  expect(places).toEqual(['10.0.0.1', '10.0.1.44', '10.1.17.112'])
})
