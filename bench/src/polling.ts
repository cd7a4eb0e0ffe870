import { aliveAgencies, giveAgentKeys } from '@agency-support/sandbox/demo-data/agent-keys'
import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from './child.ts'
import type { Contenders, Sampling } from './comparison.ts'
import { gate, median } from './figures.ts'
import type { BenchSetup } from './setup.ts'
import type { Pollers } from './pollers.ts'

export const pollingCase = 'polling'

/** With so many agencies waiting, reads of the console may be slower by this factor at most. */
const slowest = 2
const agencies = 5_000
const pairs = 5
/** After that the first polls are behind those who wait. */
const settlingMs = 3_000

/** What came of it; times in microseconds, processor time as a share of one core. */
export interface Polling {
  idleP99: number
  pollingP99: number
  slower: number
  cpu: number
  isFine: boolean
}

/** Reads of the console with thousands of agencies waiting for commands and without them, in turns. */
export async function measurePolling(
  { product, load }: Pick<Contenders, 'product' | 'load'>,
  { databaseUrl }: Pick<BenchSetup, 'databaseUrl'>,
  { turns, seconds }: Sampling,
): Promise<Polling> {
  const { port } = product
  await giveAgentKeys(databaseUrl, aliveAgencies(agencies))
  const { child: pollers } = await startChild<'ready', 'on' | 'off', number>('./pollers.ts', {
    args: [JSON.stringify({ port, agencies } satisfies Pollers)],
  })
  let from = 0
  const readsP99 = async (): Promise<number> => {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const asked = { port, name: 'config', concurrency: gate.concurrency, seconds, from } as const
      const { p99, requests } = await load.ask(asked)
      from += requests + gate.concurrency
      times.push(p99)
    }
    return median(times)
  }
  const cpuShare = async (milliseconds: number): Promise<number> => {
    const before = await product.child.ask('cpu')
    await pause(milliseconds)
    return ((await product.child.ask('cpu')) - before) / (milliseconds * 1000)
  }
  await readsP99()
  const measured: { idle: number; polling: number; cpu: number }[] = []
  while (measured.length < pairs) {
    const idle = await readsP99()
    await pollers.ask('on')
    await pause(settlingMs)
    const cpu = await cpuShare(2_000)
    measured.push({ idle, polling: await readsP99(), cpu })
    await pollers.ask('off')
  }
  await pollers.stop()
  const slower = median(measured.map(({ idle, polling }) => polling / idle))
  return {
    idleP99: median(measured.map(({ idle }) => idle)),
    pollingP99: median(measured.map(({ polling }) => polling)),
    slower,
    cpu: median(measured.map(({ cpu }) => cpu)),
    isFine: slower <= slowest,
  }
}

/** The result as a sentence. */
export function pollingSentence({ idleP99, pollingP99, slower, cpu }: Polling): string {
  const ms = (microseconds: number): string => (microseconds / 1000).toFixed(2)
  return (
    `${agencies} agencies polling: reads at ${gate.concurrency} at once have a p99 of ${ms(pollingP99)} ms, ` +
    `${slower.toFixed(2)} times the ${ms(idleP99)} ms without them (at most ${slowest}); ` +
    `the polls take ${(cpu * 100).toFixed(1)} % of a core.`
  )
}
