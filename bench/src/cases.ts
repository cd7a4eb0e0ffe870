import { acceptEncoding } from './connection.ts'
import type { DataFixtures } from './fixtures.ts'
import { benchPassword } from './people.ts'

/** Data from which requests are built. */
export interface Fixtures extends DataFixtures {
  /** The origin that requests claim to come from. */
  origin: string
  /** One for each of the people whose requests alternate. */
  cookies: readonly string[]
  /** User names for sign-ins, each with the bench's password. */
  usernames: readonly string[]
}

/** The limit's work for a call: the shortest SQL that does the same, or a read to compare with. */
export type LimitWork = 'config' | 'users' | 'page' | 'naive search' | 'primary key' | 'rename' | 'sign-in'

/** A version that no agency reaches: it overwrites deliberately, but is still compared. */
const anyVersion = 2_000_000_000
const suggested = 20
const hourMs = 60 * 60 * 1000

interface Case {
  path?: string
  /** More concurrent requests have to wait. */
  maxAtOnce?: number
  /** Start of the body of a success, unless it is an envelope. */
  success?: string
  limit: LimitWork
  toBody(fixtures: Fixtures, count: number): object
}

function pick<T>(from: readonly T[], count: number): T {
  const found = from[count % from.length]
  if (found === undefined) throw new Error('The database has nothing of what this case asks for.')
  return found
}

const search = (searchText: string): object => ({ command: 'AgencySearch', searchText })
const searchJournal = (filter: object): object => ({ command: 'SearchJournal', ...filter })

const cases = {
  config: {
    limit: 'config',
    toBody: ({ ids }, count) => ({ command: 'GetAgencyConfig', agencyId: pick(ids, count) }),
  },
  users: {
    path: '/api/user/request',
    limit: 'users',
    toBody: ({ idsWithUsers }, count) => ({ command: 'GetAgencyUsers', agencyId: pick(idsWithUsers, count) }),
  },
  'first page': { limit: 'page', toBody: () => searchJournal({}) },
  'deep page': { limit: 'page', toBody: ({ journal }) => searchJournal({ before: journal.deepBefore }) },
  'whole id': { limit: 'primary key', toBody: ({ ids }, count) => search(String(pick(ids, count))) },
  'begun id': {
    limit: 'primary key',
    toBody: ({ ids }, count) => search(String(pick(ids, count)).slice(0, 5)),
  },
  'rare fragment': {
    limit: 'primary key',
    toBody: ({ byFrequency }, count) => search(pick(byFrequency.rare, count)),
  },
  'middling fragment': {
    limit: 'naive search',
    toBody: ({ byFrequency }, count) => search(pick(byFrequency.middling, count)),
  },
  'common fragment': {
    limit: 'naive search',
    toBody: ({ byFrequency }, count) => search(pick(byFrequency.common, count)),
  },
  suggestions: {
    limit: 'primary key',
    toBody: ({ fragments }, count) => ({ ...search(pick(fragments, count)), max: suggested }),
  },
  rename: {
    limit: 'rename',
    toBody: ({ ids }, count) => ({
      command: 'UpdateAgencyName',
      agencyId: pick(ids, count),
      name: `Harbor Insurance ${count}`,
      version: anyVersion,
    }),
  },
  'sign-in': {
    path: '/auth/staff/signin/cookie',
    maxAtOnce: 16,
    success: '{"status":0,',
    limit: 'sign-in',
    toBody: ({ usernames }, count) => ({ username: pick(usernames, count), password: benchPassword }),
  },
  'journal by agency': {
    limit: 'primary key',
    toBody: ({ ids }, count) => searchJournal({ agencyId: pick(ids, count) }),
  },
  'journal by person': {
    limit: 'primary key',
    toBody: ({ journal }, count) => searchJournal({ actor: pick(journal.actors, count) }),
  },
  'journal by event': {
    limit: 'primary key',
    toBody: ({ journal }, count) => searchJournal({ events: [pick(journal.events, count)] }),
  },
  'journal by time': {
    limit: 'primary key',
    toBody: ({ journal }, count) => {
      const to = Date.parse(pick(journal.times, count))
      return searchJournal({ from: new Date(to - hourMs).toISOString(), to: new Date(to).toISOString() })
    },
  },
} as const satisfies Readonly<Record<string, Case>>

export type CaseName = keyof typeof cases
export const caseNames = Object.keys(cases) as CaseName[]

/** Whether a case allows this many concurrent requests. */
export function mayBeAtOnce(name: CaseName, concurrency: number): boolean {
  const { maxAtOnce = concurrency }: Case = cases[name]
  return concurrency <= maxAtOnce
}

/** Start of the answer of a success. */
export function successOf(name: CaseName): string {
  const { success = '{"code":0,' }: Case = cases[name]
  return success
}

/** Body of request number `count` of a case; no two numbers give an agency the same name. */
export function toBody(name: CaseName, fixtures: Fixtures, count: number): object {
  return cases[name].toBody(fixtures, count)
}

/** Request number `count` as bytes, with the headers of the console's browser and the limit's task. */
export function makeRequest(name: CaseName, fixtures: Fixtures, count: number): string {
  const body = JSON.stringify(toBody(name, fixtures, count))
  const { origin, cookies } = fixtures
  const { limit, path = '/api/request' }: Case = cases[name]
  return [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    'user-agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'accept: */*',
    `accept-encoding: ${acceptEncoding}`,
    'accept-language: en-US,en;q=0.9',
    `origin: ${origin}`,
    'sec-fetch-site: same-origin',
    'sec-fetch-mode: cors',
    `referer: ${origin}/agencies`,
    // Each sign-in comes from its own address and browser.
    ...(name === 'sign-in'
      ? [`x-forwarded-for: 10.${[count >> 16, count >> 8, count].map((part) => part & 255).join('.')}`]
      : [`cookie: ${cookies[count % cookies.length]}`, 'x-idle-seconds: 0']),
    `x-limit: ${limit}`,
    ...(name === 'rename' ? [`idempotency-key: bench-${count}-1f0b5a52c6c94f0f`] : []),
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
