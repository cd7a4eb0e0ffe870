import { readConfig } from '@agency-support/server/settings/config'
import { startServer } from '@agency-support/server/server'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { answerParent, ownCpu, peakMegabytes } from './child.ts'
import type { ProductQuestion } from './comparison.ts'

const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()

/** 99th percentile of the event-loop delay since the last call, in milliseconds. */
function readDelay(): number {
  const delay = delays.percentile(99) / 1e6
  delays.reset()
  return delay
}

// Production settings, read from the environment as by `npm run serve`; only the console's files are left out,
// because the bench requests none.
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
