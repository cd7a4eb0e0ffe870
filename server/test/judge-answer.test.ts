import { expect, test } from 'vitest'
import { findCall, judgeAnswer } from './judge-answer.ts'
import type { Got, Sent } from './exchange.ts'

const rename: Sent = {
  method: 'POST',
  path: '/api/request',
  body: '{"command":"UpdateAgencyName","agencyId":1,"name":"A"}',
}
const answer = (body: unknown, given: Partial<Got> = {}): Got => ({
  status: 200,
  statusText: '',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...given,
})

test('a request leads to its call by method, path and command, below /api too', () => {
  expect(findCall(rename)?.name).toBe('updateName')
  expect(findCall({ ...rename, body: '{"command":"constructor"}' })).toBeUndefined()
  expect(findCall({ ...rename, body: '{' })).toBeUndefined()
  expect(findCall({ method: 'GET', path: '/staff/seats/used/7?x=1' })?.name).toBe('usage')
  expect(findCall({ method: 'GET', path: '/api/staff/seats/used/7' })?.name).toBe('usage')
  expect(findCall({ method: 'DELETE', path: '/staff/seats/used/7' })).toBeUndefined()
})

test.each([
  ['an agency that lacks its fields', answer({ code: 0, message: '', data: [{}] })],
  ['a code that is not declared', answer({ code: 418, message: 'x', data: [] })],
  ['a refusal whose data is not declared', answer({ code: 2, message: 'x', data: [{ a: 1 }] })],
  ['a field that no envelope has', answer({ code: 2, message: 'x', data: [], more: 1 })],
  ['a failure with data', answer({ code: 500, message: 'x', data: [1] }, { status: 500 })],
  ['a failure that is no envelope', answer('<html>', { status: 502 })],
  ['text', answer('x', { headers: { 'content-type': 'text/plain' } })],
  ['half an answer', answer('{"code":0')],
])('%s is no answer to a rename', (_what, got) => {
  expect(judgeAnswer(rename, got)).toEqual(expect.any(String))
})

test.each([
  ['nothing there', answer({ code: 2, message: 'x', data: [] })],
  ['a key of another request', answer({ code: 422, message: 'x', data: [] })],
  ['a missing permission', answer({ code: 403, message: 'x', data: [] }, { status: 403 })],
])('%s is one', (_what, got) => {
  expect(judgeAnswer(rename, got)).toBeUndefined()
})
