import { expect, test } from 'vitest'
import { framePlan, toReport } from './frame-plan.ts'

const frames = {
  hosts: { localhost: 'dev' },
  self: '',
  bases: { dev: { 'agency-detail-6x': 'https://manage.example/agency' } },
}
const host = 'localhost'

test('[FRAME-01] a known site gives its page; without an agency id none is named', () => {
  expect(framePlan({ site: 'agency-detail-6x', host, frames })).toEqual({
    kind: 'page',
    address: 'https://manage.example/agency',
  })
})

test('[FRAME-02] an agency id above 0 is appended to the address', () => {
  expect(framePlan({ site: 'agency-detail-6x', agencyId: 6938, host, frames })).toEqual({
    kind: 'page',
    address: 'https://manage.example/agency/6938',
  })
})

test.each([undefined, '', 'elsewhere', 'constructor'])('[FRAME-03] %j is no site', (site) => {
  expect(framePlan({ site, host, frames })).toEqual({ kind: 'invalid' })
})

test('a site without a page in this environment is not configured', () => {
  expect(framePlan({ site: 'agency-setup-6x', host, frames })).toEqual({ kind: 'unset' })
  expect(framePlan({ site: 'agency-detail-6x', host: 'elsewhere.example', frames })).toEqual({
    kind: 'unset',
  })
})

const window = {} as MessageEventSource
const frame = { address: 'https://manage.example/agency', window }
const ready = { origin: 'https://manage.example', source: window, data: { kind: 'ready' } }

test('a message counts only from the page in the frame, and only in its shape', () => {
  expect(toReport(ready, frame)).toBe('ready')
  expect(toReport({ ...ready, data: { kind: 'input' } }, frame)).toBe('input')
  expect(toReport({ ...ready, origin: 'https://evil.example' }, frame)).toBeNull()
  expect(toReport({ ...ready, origin: 'null' }, frame)).toBeNull()
  expect(toReport({ ...ready, source: {} as MessageEventSource }, frame)).toBeNull()
  expect(toReport({ ...ready, source: null }, { ...frame, window: null })).toBeNull()
  for (const data of ['ready', null, {}, { kind: 'Ready' }, { type: 'ready' }])
    expect(toReport({ ...ready, data }, frame)).toBeNull()
})
