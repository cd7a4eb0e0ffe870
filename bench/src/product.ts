import { readConfig } from '@agency-support/server/config'
import { startServer } from '@agency-support/server/server'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { answerParent, ownCpu, peakMegabytes } from './child.ts'
import type { ProductQuestion } from './comparison.ts'

const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()

/** The delay that 99 of 100 turns of the event loop kept below since it was last asked for, in milliseconds. */
function readDelay(): number {
  const delay = delays.percentile(99) / 1e6
  delays.reset()
  return delay
}

// The settings of production, read from the environment as `npm run serve` reads them; only the console's
// files are left out, for the bench asks for none.
const server = await startServer({ ...readConfig(), consoleFolder: undefined })
const answers: Readonly<Record<ProductQuestion, () => number>> = {
  cpu: ownCpu,
  peak: peakMegabytes,
  memory: () => process.memoryUsage.rss() / 2 ** 20,
  delay: readDelay,
}
answerParent<ProductQuestion, number>(
  (question) => answers[question](),
  () => server.close(),
)
process.send?.({ port: server.port, origin: server.origin })
