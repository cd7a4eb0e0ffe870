import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type LoadComparison, measureUnderLoad } from './under-load.ts'
import { startChild } from './child.ts'
import type { Contenders, Sampling } from './comparison.ts'
import { usualConcurrency } from './figures.ts'
import type { ProviderAnswers, ProviderAskers } from './provider-askers.ts'
import type { BenchSetup } from './setup.ts'

export const providersCase = 'providers'

/** Maximum added latency of agency pages while all providers are down, in microseconds. */
const maxLater = 200_000
/** A provider request times out after eight seconds, reading all suppressions after fifteen. */
const maxAnswerMs = 16_000
/** By then all are waiting for a provider. */
const settlingMs = 1_000

/** What came of it. */
export interface Providers extends LoadComparison, ProviderAnswers {
  people: number
  isFine: boolean
}

/** Reads of the console while people request data of providers that are down, and without them. */
export async function measureProviders(
  contenders: Pick<Contenders, 'product' | 'load'>,
  { databaseUrl, ids }: Pick<BenchSetup, 'databaseUrl' | 'ids'>,
  { origin, cookies }: Pick<ProviderAskers, 'origin' | 'cookies'>,
  sampling: Sampling,
): Promise<Providers> {
  const { port } = contenders.product
  const agencyId = await giveNumber(databaseUrl, ids)
  const { child: askers } = await startChild<'ready', 'on' | 'off', ProviderAnswers>('./provider-askers.ts', {
    args: [JSON.stringify({ port, origin, agencyId, cookies } satisfies ProviderAskers)],
  })
  const total: ProviderAnswers = { answers: 0, slowestMs: 0, odd: [] }
  const comparison = await measureUnderLoad(contenders, sampling, {
    begin: async () => {
      await askers.ask('on')
      await pause(settlingMs)
    },
    end: async () => {
      const got = await askers.ask('off')
      total.answers += got.answers
      total.odd.push(...got.odd)
      total.slowestMs = Math.max(total.slowestMs, got.slowestMs)
    },
  })
  await askers.stop()
  const isInTime = comparison.loadedP99 - comparison.idleP99 <= maxLater && total.slowestMs <= maxAnswerMs
  return { ...comparison, ...total, people: cookies.length, isFine: isInTime && total.odd.length === 0 }
}

/** Gives one of the agencies a phone number; returns its id. */
async function giveNumber(databaseUrl: string, [agencyId = 0]: readonly number[]): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `insert into agency_texting (agency_id, phones, phones_changed_by, phones_changed_at)
       values ($1, '{5035550100}', 'bench', now())`,
      [agencyId],
    )
  } finally {
    await client.end()
  }
  return agencyId
}

/** The result as a sentence. */
export function providersSentence(result: Providers): string {
  const ms = (microseconds: number): string => (microseconds / 1000).toFixed(2)
  const { people, idleP99, loadedP99, answers, slowestMs, odd } = result
  return (
    `All providers dead, ${people} people asking for what they know: reads at ${usualConcurrency} at once have a p99 of ` +
    `${ms(loadedP99)} ms against ${ms(idleP99)} ms (at most ${maxLater / 1000} ms more); ` +
    `${answers} answers said so, the slowest after ${(slowestMs / 1000).toFixed(1)} s, ${odd.length} said something else${odd.length > 0 ? `, such as ‘${odd[0]}’` : ''}.`
  )
}
