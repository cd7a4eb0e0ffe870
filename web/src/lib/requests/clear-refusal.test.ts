import { expect, test, vi } from 'vitest'
import type { Failing } from './api.ts'
import { clearRefusal } from './clear-refusal.ts'

const failed = { kind: 'failed', statusText: '', message: '' } as const
const refused = { kind: 'refused', message: '', data: null } as const

test.each<[string, Failing | null, number]>([
  ['a value that is taken', { ...refused, code: 409 }, 1],
  ['a value that is not valid', { ...failed, status: 400 }, 1],
  ['nothing', null, 0],
  ['an item that is gone', { kind: 'none', message: 'Not found' }, 0],
  ['an answer that did not come', { ...failed, status: 0 }, 0],
  ['a failure of the server', { ...failed, status: 500 }, 0],
  ['a provider whose answer is unclear', { ...refused, code: 502 }, 0],
])('%s: cleared so often by an edit', (_what, failing, times) => {
  const reset = vi.fn()
  clearRefusal({ failing, reset })
  expect(reset).toHaveBeenCalledTimes(times)
})
