import { parseArgs } from 'node:util'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { fuzz } from '../server/test/fuzz/run.ts'
import { runMain } from './entry.ts'
import { describeMachine, recordRun, toTable } from './recorded-run.ts'

const usage = 'Usage: npm run fuzz -- [requests, 1 to 10000000] [--seed N] [--record]'

/** Sends requests generated from the OpenAPI document to its own server; exits with 1 at the first wrong answer. */
async function main(argv: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { seed: { type: 'string' }, record: { type: 'boolean', default: false } },
  })
  const requests = Number(positionals[0] ?? '50000')
  const seed = values.seed === undefined ? undefined : Number(values.seed)
  if (!Number.isInteger(requests) || requests < 1 || requests > 10_000_000) throw new Error(usage)
  if (seed !== undefined && !Number.isInteger(seed)) throw new Error(usage)
  const server = await startTemporaryPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  try {
    const began = performance.now()
    const report = await fuzz({ requests, ...(seed === undefined ? {} : { seed }) })
    const statuses = Object.entries(report.statuses).map(([status, times]) => `${times} × ${status}`)
    console.log(`${report.requests} requests with seed ${report.seed}: ${statuses.join(', ')}`)
    if (values.record)
      recordRun(
        'security.md',
        'npm run fuzz -- --record',
        toTable([
          ['What', 'Measured'],
          ...describeMachine(new Date()),
          ['Requests', `${report.requests}, seed ${report.seed}`],
          ['Answers', statuses.join(', ')],
          ['Minutes', String(Math.ceil((performance.now() - began) / 60_000))],
          ['Answered wrongly', report.wrong === undefined ? '0' : '1, where the run ended'],
        ]),
      )
    if (report.wrong === undefined) return
    console.error(`${report.wrong.why}\nAdd this to server/test/fuzz/found.json once it is fixed:`)
    console.error(JSON.stringify(report.wrong.request))
    process.exitCode = 1
  } finally {
    await server.stop()
  }
}

await runMain(() => main(process.argv.slice(2)))
