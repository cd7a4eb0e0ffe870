import { expect, test } from 'vitest'
import {
  frameOrigins,
  readAddresses,
  readFrames,
  readPairs,
  readServiceHosts,
  getStatusSite,
} from './external-sites.ts'
import { createReader, type Env, type SettingReader } from './reader.ts'

function collect<T>(env: Env, read: (reader: SettingReader) => T): { got: T; problems: string[] } {
  const problems: string[] = []
  const got = read(createReader(env, (sentence) => void problems.push(sentence)))
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
  expect(getStatusSite(environment, sites)).toBe(address)
})

test('[NAV-06] without a status site there is no address', () => {
  expect(getStatusSite('qa', {})).toBe('')
})

test('pages are read by environment and site, and their origins once each', () => {
  const env = {
    FRAME_HOSTS: 'support.example=production .qa.example=qa',
    FRAME_SELF: 'console.example',
    FRAME_PAGES: `qa/agency-detail-6x=https://manage.qa.example/agency
      qa/agency-setup-6x=https://manage.qa.example/setup production/agency-detail-6x=https://manage.example/agency`,
  }
  const { got, problems } = collect(env, (reader) => readFrames(reader, 'https://support.example'))
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

test('without settings nothing is framed', () => {
  const { got, problems } = collect({}, (reader) => readFrames(reader, ''))
  expect({ got, problems }).toEqual({ got: { hosts: {}, self: '', bases: {} }, problems: [] })
})

test.each([
  ['qa=https://manage.example', 'FRAME_PAGES must name environment and page'],
  ['qa/agency-detail-6x=javascript:alert(1)', 'which is no http or https address'],
  ['qa/agency-detail-6x=manage.example', 'which is no http or https address'],
  ['qa/agency-details=https://manage.example', 'FRAME_PAGES must name environment and page'],
  [
    'staging/agency-detail-6x=https://manage.example',
    'FRAME_PAGES names the environment "staging", which no host name selects.',
  ],
  ['qa/agency-detail-6x', 'FRAME_PAGES must be words such as key=value'],
  ['qa/agency-detail-6x=https://support.example/manage', 'must come from another origin'],
])('FRAME_PAGES "%s" is refused', (pages, sentence) => {
  const { problems } = collect({ FRAME_PAGES: pages }, (reader) =>
    readFrames(reader, 'https://support.example'),
  )
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(sentence)
})

test('words and addresses that cannot be used are named', () => {
  expect(collect({ X: 'a=1 b' }, (reader) => readPairs('X', reader)).problems).toHaveLength(1)
  expect(collect({ X: 'a=ftp://x' }, (reader) => readAddresses('X', reader)).problems).toHaveLength(1)
  expect(collect({ X: 'a=https://x' }, (reader) => readAddresses('X', reader))).toEqual({
    got: { a: 'https://x' },
    problems: [],
  })
})

function readHosts(reader: SettingReader) {
  return readServiceHosts(reader, 'https://support.example', readFrames(reader, ''))
}

test('hosts of services are read by environment and service', () => {
  const words = `qa/user-api=https://users.qa.example qa/agency-api=https://users.qa.example
    live/backoffice=https://office.example trial/backoffice=https://office.trial.example`
  const env = { SERVICE_HOSTS: words, FRAME_HOSTS: 'trial.support.example=trial' }
  const { got, problems } = collect(env, readHosts)
  expect(problems).toEqual([])
  expect(got).toEqual({
    qa: { 'user-api': 'https://users.qa.example', 'agency-api': 'https://users.qa.example' },
    live: { backoffice: 'https://office.example' },
    trial: { backoffice: 'https://office.trial.example' },
  })
})

test.each([
  [
    'qa/printer=https://a.example',
    'SERVICE_HOSTS must name environment and service such as qa/user-api, not "qa/printer".',
  ],
  [
    'staging/user-api=https://a.example',
    'SERVICE_HOSTS names the environment "staging", which no host name selects.',
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
  [
    'qa/user-api=http://a.example',
    'SERVICE_HOSTS must hold https origins unless they are on this machine, not "http://a.example".',
  ],
  [
    'qa/user-api=https://support.example',
    'SERVICE_HOSTS holds "https://support.example", which is the console itself.',
  ],
])('%s is no host of a service', (words, sentence) => {
  expect(collect({ SERVICE_HOSTS: words }, readHosts).problems).toContain(sentence)
})
