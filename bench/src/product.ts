import { readConfig } from '@agency-support/server/config'
import { startServer } from '@agency-support/server/server'
import { answerParent, ownCpu, peakMegabytes } from './child.ts'

// The settings of production, read from the environment as `npm run serve` reads them; only the console's
// files are left out, for the bench asks for none.
const server = await startServer({ ...readConfig(), consoleFolder: undefined })
answerParent<'cpu' | 'peak', number>(
  (question) => (question === 'cpu' ? ownCpu() : peakMegabytes()),
  () => server.close(),
)
process.send?.({ port: server.port, origin: server.origin })
