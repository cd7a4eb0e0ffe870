import { expect, test } from 'vitest'
import type { ProviderState } from '../modules/health.ts'
import { toProviderLook } from './providers.ts'

const now = '2026-11-23T12:00:00.000Z'
const early = '2026-11-23T11:57:00.000Z'
const never: ProviderState = {
  provider: 'Bandwidth',
  state: 'closed',
  askedAt: null,
  answeredAt: null,
  failures: 0,
}

test.each<[Partial<ProviderState>, string, string]>([
  [{}, 'unknown', 'Bandwidth has not been asked yet'],
  [{ provider: 'back office' }, 'unknown', 'Back office has not been asked yet'],
  [{ askedAt: now }, 'unknown', 'Bandwidth has not answered yet'],
  [{ askedAt: early, answeredAt: early }, 'ok', 'Bandwidth answered 3 min ago'],
  [{ askedAt: now, answeredAt: now }, 'ok', 'Bandwidth answered just now'],
  [{ askedAt: now, answeredAt: early, failures: 1 }, 'warn', 'Bandwidth did not answer the last request'],
  [{ askedAt: now, failures: 4 }, 'warn', 'Bandwidth did not answer the last 4 requests'],
  [{ askedAt: now, failures: 5, state: 'open' }, 'bad', 'Bandwidth does not answer'],
  [
    { askedAt: early, answeredAt: early, failures: 5, state: 'halfOpen' },
    'warn',
    'Bandwidth did not answer; one request tries it again',
  ],
])('[PROV-08] of a provider no more is said than is known: %j', (facts, level, label) => {
  expect(toProviderLook({ ...never, ...facts }, now)).toEqual({ level, label })
})
