import { expect, test } from 'vitest'
import { ProviderError, type ProviderFailure } from '../providers/provider-error.ts'
import { askProvider, type AsksProvider } from './ask-provider.ts'
import { Refusal } from './refusal.ts'

/** A handler's context that keeps what it was asked to refuse and to log. */
function context() {
  const refused: unknown[] = []
  const logged: unknown[] = []
  const log = {
    info: () => undefined,
    error: () => undefined,
    warn: (...line: unknown[]) => logged.push(line),
  }
  const refuse: AsksProvider['refuse'] = (reason, data) => {
    refused.push([reason, data])
    return new Refusal({ code: 503, message: reason, data: [] })
  }
  const ctx = { services: { log }, request: { id: 'request 7' }, refuse } as unknown as AsksProvider
  return { ctx, refused, logged }
}
const fail = (kind: ProviderFailure, retryAfterMs?: number) => () =>
  Promise.reject(
    new ProviderError('Bandwidth', kind, 'no', {
      status: 500,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  )

test('an answer is passed on, and nothing is logged', async () => {
  const { ctx, logged } = context()
  expect(await askProvider(ctx, () => Promise.resolve(7))).toBe(7)
  expect(logged).toEqual([])
})

test.each([
  ['auth', 'failed'],
  ['invalid', 'failed'],
  ['notFound', 'failed'],
  ['protocol', 'failed'],
  ['rateLimited', 'busy'],
  ['unavailable', 'unavailable'],
] as const)(
  'a failure of kind %s is refused as %s, with the number under which the log has it',
  async (kind, reason) => {
    const { ctx, refused, logged } = context()
    await expect(askProvider(ctx, fail(kind))).rejects.toThrow(reason)
    expect(refused).toEqual([[reason, { exception: 'request 7' }]])
    const line = { requestId: 'request 7', provider: 'Bandwidth', kind, status: 500, error: 'no' }
    expect(logged).toEqual([['provider.failed', line]])
  },
)

test.each([
  [0, 1],
  [1_000, 1],
  [1_001, 2],
  [59_500, 60],
])(
  'a provider that can be asked again in %i ms is asked again in %i s, never too early',
  async (ms, seconds) => {
    const { ctx, refused } = context()
    await expect(askProvider(ctx, fail('rateLimited', ms))).rejects.toThrow('busy')
    expect(refused).toEqual([['busy', { exception: 'request 7', retryAfterSeconds: seconds }]])
  },
)

test('a fault of ours is not reported as one of the provider', async () => {
  const { ctx, refused, logged } = context()
  await expect(askProvider(ctx, () => Promise.reject(new TypeError('ours')))).rejects.toThrow(TypeError)
  expect([refused, logged]).toEqual([[], []])
})
