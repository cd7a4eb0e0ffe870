import { expect, test } from 'vitest'
import { frameAddress, frameEnvironment, frameSites, isFrameSite } from './frames.ts'

const none = { hosts: {}, self: '', bases: {} }
const base = (environment: string) => `https://${environment}.manage.example/agency`
const environments = ['dev', 'qa', 'po', 'live', 'app', 'production']
const frames = {
  hosts: {},
  self: 'console.example.com',
  bases: Object.fromEntries(environments.map((one) => [one, { 'agency-detail-6x': base(one) }])),
}

test('[FRAME-01] a site key is one of four', () => {
  expect(frameSites).toEqual([
    'agency-detail-6x',
    'agency-setup-6x',
    'market-item-mgmt-6x',
    'agency-cutoff-report',
  ])
  expect(isFrameSite('agency-cutoff-report')).toBe(true)
  for (const other of [undefined, '', 'agency-cancellation', 'toString'])
    expect(isFrameSite(other)).toBe(false)
})

test.each([
  ['console-dev.example.com', 'dev'],
  ['qa.console.example.com', 'qa'],
  ['po-console.example.com', 'po'],
  ['console.live', 'live'],
  ['console.app', 'app'],
  ['console.example.com', 'production'],
])('[FRAME-04] the host %s stands for %s', (host, environment) => {
  expect(frameEnvironment(host, frames)).toBe(environment)
  expect(frameAddress({ host, site: 'agency-detail-6x', agencyId: 0, frames })).toBe(base(environment))
})

test('[FRAME-04] another host has an empty address, and so has a page that is not configured', () => {
  const where = { site: 'agency-detail-6x', agencyId: 0, frames } as const
  for (const host of ['elsewhere.example.com', 'console-live.example.com', 'myapp.example.com'])
    expect(frameAddress({ ...where, host })).toBe('')
  expect(frameAddress({ ...where, host: 'qa.example', site: 'agency-setup-6x' })).toBe('')
  expect(frameAddress({ ...where, host: 'qa.example', frames: none })).toBe('')
  const empty = { ...frames, bases: { qa: { 'agency-detail-6x': '' } } }
  expect(frameAddress({ ...where, host: 'qa.example', agencyId: 6938, frames: empty })).toBe('')
  expect(frameEnvironment('', none)).toBeUndefined()
})

test('[FRAME-04] hosts and suffixes of the settings come before the parts of a name', () => {
  const hosts = { 'mydevice.example': 'production', '.qa-team.example': 'live' }
  expect(frameEnvironment('mydevice.example', { ...none, hosts })).toBe('production')
  expect(frameEnvironment('one.qa-team.example', { ...none, hosts })).toBe('live')
  expect(frameEnvironment('other.mydevice.example', { ...none, hosts })).toBe('dev')
  expect(frameEnvironment('support.example', { ...none, self: 'support.example' })).toBe('production')
})

test('[FRAME-02] an agency id above 0 is appended, 0 is not', () => {
  const where = { host: 'qa.example', site: 'agency-detail-6x', frames } as const
  expect(frameAddress({ ...where, agencyId: 6938 })).toBe(`${base('qa')}/6938`)
  expect(frameAddress({ ...where, agencyId: 0 })).toBe(base('qa'))
  const slash = { ...frames, bases: { qa: { 'agency-detail-6x': 'https://manage.example/agency/' } } }
  expect(frameAddress({ ...where, agencyId: 6938, frames: slash })).toBe('https://manage.example/agency/6938')
})
