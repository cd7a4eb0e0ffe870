import {
  maxClientIds,
  normaliseArgument,
  whyNotExecute,
} from '@agency-support/contract/rules/agency-commands'
import { expect, test } from 'vitest'
import { listClients, codeCounts, errorMatches, errorRows } from './error-rows.ts'

const error = (clientId: string, code: number, date = '2026-11-20T10:00:00Z') => ({
  clientId,
  code,
  date,
  msg: 'It failed.',
})

test('errors of one client differ by code and date, and those that are alike are told apart too', () => {
  const later = error('00000001', 7, '2026-11-20T11:00:00Z')
  const errors = [error('00000001', 7), error('00000001', 7), error('00000001', 8), later]
  expect(new Set(errorRows(errors).map(({ id }) => id)).size).toBe(4)
})

test('a row is found by its client, its code and its message, however that is written', () => {
  const [row] = errorRows([{ ...error('00000001', 47), msg: 'Größe of  naïve file' }])
  if (row === undefined) throw new Error('there is one')
  for (const text of ['00000001', '47', 'NAIVE', 'of na\u00adïve', 'größe of', 'Gro\u0308ße'])
    expect([text, errorMatches(row, text)]).toEqual([text, true])
  expect(errorMatches(row, 'other')).toBe(false)
})

test('codes are counted, the commonest first', () => {
  expect(codeCounts([error('1', 9), error('2', 7), error('3', 7), error('4', 3)])).toEqual([
    { code: 7, count: 2 },
    { code: 3, count: 1 },
    { code: 9, count: 1 },
  ])
})

test('a client with several errors is synced once', () => {
  const rows = errorRows([
    error('00000002', 7),
    error('00000001', 7),
    error('00000002', 8),
    error('00000003', 1),
  ])
  const chosen = new Set(rows.slice(0, 3).map(({ id }) => id))
  expect(listClients(rows, chosen)).toEqual(['00000002', '00000001'])
})

test('as many clients as can be chosen can be sent in one command, and not one more', () => {
  const ids = (many: number) => Array.from({ length: many }, (_, id) => String(id).padStart(8, '0')).join(',')
  expect(whyNotExecute('sync', normaliseArgument('sync', ids(maxClientIds)))).toBeUndefined()
  expect(whyNotExecute('sync', ids(maxClientIds + 1))).toBeDefined()
})
