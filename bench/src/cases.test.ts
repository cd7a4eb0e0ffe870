import { contract } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { toBody, caseNames, type Fixtures, makeRequest } from './cases.ts'

const fixtures: Fixtures = {
  origin: 'http://localhost:4000',
  cookies: ['agency_support=a', 'agency_support=b'],
  ids: [6938, 20001],
  fragments: ['smith', 'Núñez'],
}

const calls = {
  'search by fragment': contract.agencies.search,
  'search by id': contract.agencies.search,
  config: contract.agencies.config,
  rename: contract.agencies.updateName,
}

test.each(caseNames)('%s sends what its call of the contract takes', (name) => {
  const body = toBody(name, fixtures, 7)
  expect(calls[name].input.safeParse(body).success).toBe(true)
  expect(calls[name].at).toMatchObject({ path: '/api/request', ...pick(body) })
})

function pick(body: object): { command: unknown } {
  return { command: 'command' in body ? body.command : undefined }
}

test('a request is complete: its length is that of its body in bytes', () => {
  const [head = '', body = ''] = makeRequest('search by fragment', fixtures, 1).split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ command: 'AgencySearch', searchText: 'Núñez' })
  expect(head).toContain(`\r\ncontent-length: ${Buffer.byteLength(body)}`)
  expect(head).toContain('\r\ncookie: agency_support=b\r\n')
})

test('only the write carries a key, and no two writes are alike', () => {
  expect(makeRequest('config', fixtures, 1)).not.toContain('idempotency-key')
  const keys = [1, 2, 3].map(
    (count) => /idempotency-key: (\S+)/.exec(makeRequest('rename', fixtures, count))?.[1],
  )
  expect(new Set(keys).size).toBe(3)
  expect(toBody('rename', fixtures, 1)).not.toEqual(toBody('rename', fixtures, 3))
})
