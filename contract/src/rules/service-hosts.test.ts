import { describe, expect, test } from 'vitest'
import { allCalls } from '../index.ts'
import { findService, serviceOrigin } from './service-hosts.ts'

const frames = { hosts: { 'support.example': 'production', '.qa.example': 'qa' }, self: '', bases: {} }
const environments = ['local', 'dev', 'qa', 'po', 'production', 'live', 'app']
const services = Object.fromEntries(
  environments.map((environment) => [
    environment,
    {
      'agency-api': `https://agency.${environment}.example`,
      'user-api': `https://users.${environment}.example`,
      backoffice: `https://office.${environment}.example`,
    },
  ]),
)

describe('which host answers', () => {
  test.each([
    ['localhost', 'local'],
    ['console.dev.example', 'dev'],
    ['console.qa.example', 'qa'],
    ['console-po.example', 'po'],
    ['support.example', 'production'],
    ['console.live', 'live'],
    ['console.app', 'app'],
  ])('a console on %s asks the hosts of %s', (host, environment) => {
    const origin = (path: string) => serviceOrigin(path, host, { frames, services })
    expect(origin('/agency/profile/create-5x-super-user')).toBe(`https://office.${environment}.example`)
    expect(origin('/staff/request')).toBe(`https://users.${environment}.example`)
    expect(origin('/staff/seats/used/6938')).toBe(`https://agency.${environment}.example`)
    expect(origin('/api/request')).toBe('')
  })

  test('without a host of its own a service is the console’s own server', () => {
    for (const host of ['support.example', 'elsewhere.example'])
      expect(serviceOrigin('/staff/request', host, { frames, services: {} })).toBe('')
    expect(serviceOrigin('/staff/request', 'elsewhere.example', { frames, services })).toBe('')
  })

  test('only the five calls of the documents can go elsewhere', () => {
    const elsewhere = allCalls.filter(({ at }) => findService(at.path) !== undefined)
    expect(elsewhere.map(({ module, name }) => `${module}.${name}`).sort()).toEqual([
      'agencyUsers.createSuperUser',
      'agencyUsers.createSuperUser6x',
      'agencyUsers.listSuperUsers6x',
      'seats.release',
      'seats.usage',
    ])
  })
})
