import { expect, test } from 'vitest'
import {
  frameOrigins,
  readAddresses,
  readBackOffice,
  readFrames,
  readPairs,
  readServiceHosts,
  serviceOrigins,
  statusSiteOf,
} from './outside-sites.ts'

function collect<T>(read: (problem: (sentence: string) => void) => T): { got: T; problems: string[] } {
  const problems: string[] = []
  const got = read((sentence) => void problems.push(sentence))
  return { got, problems }
}

const sites = {
  dev: 'https://status.dev.example',
  qa: 'https://status.qa.example',
  po: 'https://status.po.example',
  live: 'https://status.live.example',
  app: 'https://status.app.example',
  default: 'https://status.example',
}

test.each([
  ['local', sites.dev],
  ['dev', sites.dev],
  ['qa', sites.qa],
  ['po', sites.po],
  ['live', sites.live],
  ['app', sites.app],
  ['production', sites.default],
])('[NAV-06] the status site of %s is %s', (environment, address) => {
  expect(statusSiteOf(environment, sites)).toBe(address)
})

test('[NAV-06] without a status site there is no address', () => {
  expect(statusSiteOf('qa', {})).toBe('')
})

test('pages are read by environment and site, and their origins once each', () => {
  const env = {
    FRAME_HOSTS: 'support.example=production .qa.example=qa',
    FRAME_SELF: 'console.example',
    FRAME_PAGES: `qa/agency-detail-6x=https://manage.qa.example/agency
      qa/agency-setup-6x=https://manage.qa.example/setup production/agency-detail-6x=https://manage.example/agency`,
  }
  const { got, problems } = collect((problem) => readFrames(env, 'https://support.example', problem))
  expect(problems).toEqual([])
  expect(got).toEqual({
    hosts: { 'support.example': 'production', '.qa.example': 'qa' },
    self: 'console.example',
    bases: {
      qa: {
        'agency-detail-6x': 'https://manage.qa.example/agency',
        'agency-setup-6x': 'https://manage.qa.example/setup',
      },
      production: { 'agency-detail-6x': 'https://manage.example/agency' },
    },
  })
  expect(frameOrigins(got)).toEqual(['https://manage.qa.example', 'https://manage.example'])
})

test('nothing told is nothing framed', () => {
  const { got, problems } = collect((problem) => readFrames({}, '', problem))
  expect({ got, problems }).toEqual({ got: { hosts: {}, self: '', bases: {} }, problems: [] })
})

test.each([
  ['qa=https://manage.example', 'FRAME_PAGES must name environment and page'],
  ['qa/agency-detail-6x=javascript:alert(1)', 'which is no http or https address'],
  ['qa/agency-detail-6x=manage.example', 'which is no http or https address'],
  ['qa/agency-detail-6x', 'FRAME_PAGES must be words such as key=value'],
  ['qa/agency-detail-6x=https://support.example/manage', 'must come from another origin'],
])('FRAME_PAGES "%s" is refused', (pages, sentence) => {
  const { problems } = collect((problem) =>
    readFrames({ FRAME_PAGES: pages }, 'https://support.example', problem),
  )
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(sentence)
})

test('words and addresses that cannot be used are named', () => {
  expect(collect((problem) => readPairs('X', 'a=1 b', problem)).problems).toHaveLength(1)
  expect(collect((problem) => readAddresses('X', 'a=ftp://x', problem)).problems).toHaveLength(1)
  expect(collect((problem) => readAddresses('X', 'a=https://x', problem))).toEqual({
    got: { a: 'https://x' },
    problems: [],
  })
})

test('the back office has an address and a token, or neither', () => {
  const read = (baseUrl: string, token = 'token-1') =>
    collect((problem) => readBackOffice({ BACKOFFICE_BASE_URL: baseUrl, BACKOFFICE_TOKEN: token }, problem))
  expect(read('https://backoffice.example/api/')).toEqual({
    got: { baseUrl: 'https://backoffice.example/api', token: 'token-1' },
    problems: [],
  })
  expect(read('http://127.0.0.1:4800').problems).toEqual([])
  expect(read('', '')).toEqual({ got: { baseUrl: '', token: '' }, problems: [] })
  for (const address of ['backoffice', 'ftp://b.example', 'https://b.example/?x=1', 'https://me@b.example'])
    expect(read(address).problems).toEqual([
      `BACKOFFICE_BASE_URL must be an address such as https://backoffice.example, not "${address}".`,
    ])
  expect(read('http://backoffice.example').problems).toEqual([
    'BACKOFFICE_BASE_URL must begin with https:// unless it is on this machine.',
  ])
  for (const token of ['', 'two words'])
    expect(read('https://backoffice.example', token).problems).toEqual([
      'BACKOFFICE_TOKEN is missing or holds blanks: the token that the back office knows us by.',
    ])
})

test('hosts of services are read by environment and service, and their origins once each', () => {
  const words = `qa/user-api=https://users.qa.example qa/agency-api=https://users.qa.example
    live/backoffice=https://office.example`
  const { got, problems } = collect((problem) => readServiceHosts({ SERVICE_HOSTS: words }, problem))
  expect(problems).toEqual([])
  expect(got).toEqual({
    qa: { 'user-api': 'https://users.qa.example', 'agency-api': 'https://users.qa.example' },
    live: { backoffice: 'https://office.example' },
  })
  expect(serviceOrigins(got)).toEqual(['https://users.qa.example', 'https://office.example'])
})

test.each([
  [
    'qa/printer=https://a.example',
    'SERVICE_HOSTS must name environment and service such as qa/user-api, not "qa/printer".',
  ],
  [
    'user-api=https://a.example',
    'SERVICE_HOSTS must name environment and service such as qa/user-api, not "user-api".',
  ],
  [
    'qa/user-api=https://a.example/api',
    'SERVICE_HOSTS must hold origins without a path, not "https://a.example/api".',
  ],
  [
    'qa/user-api=ftp://a.example',
    'SERVICE_HOSTS holds "ftp://a.example", which is no http or https address.',
  ],
])('%s is no host of a service', (words, sentence) => {
  expect(collect((problem) => readServiceHosts({ SERVICE_HOSTS: words }, problem)).problems).toContain(
    sentence,
  )
})
