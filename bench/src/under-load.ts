import { type Contenders, type Sampling, sendTurn } from './comparison.ts'
import { usualConcurrency, median } from './figures.ts'

/** Maximum factor by which reads of the console may be slower under another heavy load. */
export const slowest = 2
const pairs = 5

/** p99 of reads in microseconds, without the load beside them and with it, and the median ratio of the pairs. */
export interface LoadComparison {
  idleP99: number
  loadedP99: number
  slower: number
}

/**
 * Alternates reads of the console without and with another load, so that a busy moment of the machine affects both.
 * `begin` resolves when the load is at full rate.
 */
export async function measureUnderLoad(
  { product, load }: Pick<Contenders, 'product' | 'load'>,
  { turns, seconds }: Sampling,
  other: { begin(): Promise<unknown>; end(): Promise<unknown> },
): Promise<LoadComparison> {
  const { port } = product
  let from = 0
  const readsP99 = async (): Promise<number> => {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const asked = { port, name: 'config', concurrency: usualConcurrency, seconds, from } as const
      const { p99, requests } = await sendTurn(load, asked)
      from += requests + usualConcurrency
      times.push(p99)
    }
    return median(times)
  }
  await readsP99()
  const measured: { idle: number; loaded: number }[] = []
  while (measured.length < pairs) {
    const idle = await readsP99()
    await other.begin()
    measured.push({ idle, loaded: await readsP99() })
    await other.end()
  }
  return {
    idleP99: median(measured.map(({ idle }) => idle)),
    loadedP99: median(measured.map(({ loaded }) => loaded)),
    slower: median(measured.map(({ idle, loaded }) => loaded / idle)),
  }
}

/** The result as the part of a sentence that follows what the reads had beside them. */
export function loadSentence({ idleP99, loadedP99, slower }: LoadComparison): string {
  const ms = (microseconds: number): string => (microseconds / 1000).toFixed(2)
  return (
    `reads at ${usualConcurrency} at once have a p99 of ${ms(loadedP99)} ms, ` +
    `${slower.toFixed(2)} times the ${ms(idleP99)} ms without them (at most ${slowest})`
  )
}
