import { setTimeout as pause } from 'node:timers/promises'
import { type LoadComparison, loadSentence, measureUnderLoad, slowest } from './under-load.ts'
import { startChild } from './child.ts'
import type { Contenders, Sampling } from './comparison.ts'
import type { Listed, Listers } from './listers.ts'

export const heavyCase = 'heavy'

/** By then all lists have started. */
const settlingMs = 500

/** What came of it. */
export interface Heavy extends LoadComparison, Listed {
  people: number
  isFine: boolean
}

/** Reads of the console while people continuously request the list of all agencies, and without them. */
export async function measureHeavy(
  contenders: Pick<Contenders, 'product' | 'load'>,
  { origin, cookies }: Omit<Listers, 'port'>,
  sampling: Sampling,
): Promise<Heavy> {
  const { port } = contenders.product
  const { child: listers } = await startChild<'ready', 'on' | 'off', Listed>('./listers.ts', {
    args: [JSON.stringify({ port, origin, cookies } satisfies Listers)],
  })
  const listed: Listed = { lists: 0, refused: 0, broken: 0, megabytes: 0 }
  const comparison = await measureUnderLoad(contenders, sampling, {
    begin: async () => {
      await listers.ask('on')
      await pause(settlingMs)
    },
    end: async () => {
      const got = await listers.ask('off')
      listed.lists += got.lists
      listed.refused += got.refused
      listed.broken += got.broken
      listed.megabytes += got.megabytes
    },
  })
  await listers.stop()
  const isFine = comparison.slower <= slowest && listed.megabytes > 0 && listed.broken === 0
  return { ...comparison, ...listed, people: cookies.length, isFine }
}

/** The result as a sentence. */
export function heavySentence({ people, lists, refused, broken, megabytes, ...comparison }: Heavy): string {
  return (
    `${people} people loading the list of all agencies: ${loadSentence(comparison)}; ` +
    `${lists} lists came whole, ${megabytes.toFixed(0)} MB in all, ${broken} broke off, ${refused} were told to wait.`
  )
}
