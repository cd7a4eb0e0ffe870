import { aliveAgencies, giveAgentKeys } from '@agency-support/sandbox/demo-data/agent-keys'
import { setTimeout as pause } from 'node:timers/promises'
import { type LoadComparison, loadSentence, measureUnderLoad, slowest } from './under-load.ts'
import { startChild } from './child.ts'
import type { Contenders, Sampling } from './comparison.ts'
import { median } from './figures.ts'
import type { BenchSetup } from './setup.ts'
import type { Pollers } from './pollers.ts'

export const pollingCase = 'polling'

const agencies = 5_000
/** By then the first polls are over. */
const settlingMs = 3_000

/** What came of it; processor time as a share of one core. */
export interface Polling extends LoadComparison {
  cpu: number
  isFine: boolean
}

/** Reads of the console with and without thousands of agencies polling. */
export async function measurePolling(
  contenders: Pick<Contenders, 'product' | 'load'>,
  { databaseUrl }: Pick<BenchSetup, 'databaseUrl'>,
  sampling: Sampling,
): Promise<Polling> {
  const { port, child: product } = contenders.product
  await giveAgentKeys(databaseUrl, aliveAgencies(agencies))
  const { child: pollers } = await startChild<'ready', 'on' | 'off', number>('./pollers.ts', {
    args: [JSON.stringify({ port, agencies } satisfies Pollers)],
  })
  const cpuShare = async (milliseconds: number): Promise<number> => {
    const before = await product.ask('cpu')
    await pause(milliseconds)
    return ((await product.ask('cpu')) - before) / (milliseconds * 1000)
  }
  const cpus: number[] = []
  const comparison = await measureUnderLoad(contenders, sampling, {
    begin: async () => {
      await pollers.ask('on')
      await pause(settlingMs)
      cpus.push(await cpuShare(2_000))
    },
    end: () => pollers.ask('off'),
  })
  await pollers.stop()
  return { ...comparison, cpu: median(cpus), isFine: comparison.slower <= slowest }
}

/** The result as a sentence. */
export function pollingSentence({ cpu, ...comparison }: Polling): string {
  return `${agencies} agencies polling: ${loadSentence(comparison)}; the polls take ${(cpu * 100).toFixed(1)} % of a core.`
}
