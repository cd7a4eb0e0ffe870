import { noReset, type ResetChoice } from '@agency-support/contract/rules/marketplace'
import { expect, test } from 'vitest'
import type { Failing } from '../../lib/requests/api.ts'
import { sendReset, toNotice } from './send-reset.ts'

const ok = { kind: 'ok', data: null, message: '' } as const
const already: Failing = { kind: 'none', message: 'Nothing to reset.' }
const failed = (statusText: string): Failing => ({
  kind: 'failed',
  status: 503,
  statusText,
  message: 'The server could not answer.',
})
const refused: Failing = { kind: 'refused', code: 409, message: 'This is under way already.', data: null }

/** Sends a reset to calls with these outcomes; returns the failure, and what was sent in order. */
async function sent(choice: Partial<ResetChoice>, reset: Failing | typeof ok, cloud: Failing | typeof ok) {
  const calls: object[] = []
  const failure = await sendReset(
    90_000_000,
    { ...noReset, ...choice },
    {
      reset: (input) => {
        calls.push({ reset: input })
        return Promise.resolve(reset)
      },
      cloudReset: (input) => {
        calls.push({ cloudReset: input })
        return Promise.resolve(cloud)
      },
    },
  )
  return { failure, calls }
}
const both = { registration: true, storage: true }

test('[MKT-51] [MKT-52] the marketplace is reset first, the cloud only with the storage clear; All is sent as empty and 0', async () => {
  expect(await sent({ ...both, subscriptions: true, domains: true }, ok, ok)).toEqual({
    failure: null,
    calls: [
      {
        reset: {
          agencyId: 90_000_000,
          registration: true,
          initials: '',
          subscriptions: true,
          productId: 0,
        },
      },
      { cloudReset: { agencyId: 90_000_000, allServices: true } },
    ],
  })
  const { calls } = await sent({ subscriptions: true, initials: 'ABC', productId: 7 }, ok, ok)
  expect(calls).toMatchObject([{ reset: { initials: 'ABC', productId: 7 } }])
})

test('[MARKET-17] what was reset already counts as a success', async () => {
  expect((await sent(both, already, already)).failure).toBeNull()
})

test("[MARKET-18] a failed request is shown by its HTTP status text, else by the wrapper's message", async () => {
  const first = await sent(both, failed('Service Unavailable'), ok)
  expect(first.failure).toBe('Registration reset failed (Service Unavailable).')
  const second = await sent(both, ok, failed(''))
  expect(second.failure).toBe(' Cloud data reset failed (The server could not answer.).')
})

test('[MARKET-19] [MARKET-20] [MKT-51] both failures stand in one text, and the second is tried after the first', async () => {
  const { failure, calls } = await sent(both, failed('Service Unavailable'), refused)
  expect(failure).toBe(
    'Registration reset failed (Service Unavailable). Cloud data reset failed (This is under way already.).',
  )
  expect(calls).toHaveLength(2)
})

test('[MARKET-21] [MARKET-22] [MKT-51] the message stands for ten seconds, green only when nothing failed', () => {
  expect(toNotice(null)).toEqual({
    level: 'ok',
    text: 'Agency reset triggered. Please allow 5-10 minutes for cloud data to be reset.',
    ms: 10_000,
  })
  const failure = ' Cloud data reset failed (Bad Gateway).'
  expect(toNotice(failure)).toEqual({ level: 'error', text: failure, ms: 10_000 })
})
