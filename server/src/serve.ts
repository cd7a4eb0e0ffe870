import cluster from 'node:cluster'
import type { ServerConfig } from './settings/config.ts'
import { directUrl } from './settings/database.ts'
import { assertUsable } from './db/direct.ts'
import { migrate } from './db/migrate.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { type Log, logLastError, openLog } from './lib/log.ts'
import type { RunningServer } from './server.ts'
import { startProblems } from './start-problem.ts'
import { type FiguresRequest, type WorkerMessage, Workers } from './workers.ts'

/**
 * Migrates the schema and serves until a signal, then ends the process. With several workers this process only
 * supervises them, and each worker runs this function too. Rejects if it cannot start.
 */
export async function serve(config: ServerConfig): Promise<void> {
  // They may lie on a full disk, which is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const log = openLog(config.logLevel)
  logLastError(log)
  if (cluster.isWorker) return serveAsWorker(config)
  // From the start on: a container's first process ignores signals that it does not listen for.
  const running: Running = { close: () => logStop(log) }
  endBySignal(running)
  await assertUsable(config)
  await migrate(directUrl(config), {
    newer: config.allowNewerSchema,
    waiting: () => log.warn('migrate.waiting', { why: 'another process is migrating, waiting …' }),
  })
  if (config.workers > 1) return serveByWorkers(config, running, log)
  const server = await start(config)
  running.close = () => server.close()
  print(`${toSentence(server, config)}\n`)
}

const print = (text: string): void => void process.stdout.write(text)

const toSentence = ({ origin, port }: RunningServer, { host }: ServerConfig): string =>
  `Agency Support serves ${origin} on ${host}:${port}`

// Imported lazily, because the supervising process needs no modules and stays small.
async function start(config: ServerConfig): Promise<RunningServer> {
  const { startServer } = await import('./server.ts')
  return startServer(config, { isWorker: cluster.isWorker })
}

/** What a signal ends. */
interface Running {
  close: () => Promise<void>
}

// npm passes Ctrl-C on, so the signal may arrive twice; closing happens once.
function endBySignal(running: Running): void {
  let closed: Promise<void> | undefined
  const stop = (): void => void (closed ??= running.close().then(() => process.exit(0)))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Nothing has been opened that the end of the process does not close; a migration is rolled back. */
function logStop(log: Log): Promise<void> {
  log.info('stopped', { why: 'it had not started yet' })
  return Promise.resolve()
}

async function serveByWorkers(config: ServerConfig, running: Running, log: Log): Promise<void> {
  const workers = new Workers(config.workers, log)
  const sentence = await workers.start()
  running.close = () => workers.end()
  if (config.metrics !== undefined)
    await startMetricsServer(workers, config.metrics).catch(async (error: unknown) => {
      await workers.end()
      throw error
    })
  print(`${sentence} by ${config.workers} workers\n`)
  await workers.givenUp
}

const sendToPrimary = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve())
  })

/** Reports a failed start to the supervising process, which prints it once for all workers. */
async function serveAsWorker(config: ServerConfig): Promise<void> {
  try {
    const server = await start(config)
    endBySignal(server)
    process.on('message', ({ is, question }: FiguresRequest) => {
      if (is !== 'figures') return
      void server.readFigures().then((figures) => sendToPrimary({ is: 'figures', question, figures }))
    })
    await sendToPrimary({ is: 'serving', sentence: toSentence(server, config) })
  } catch (error) {
    await sendToPrimary({ is: 'problem', sentences: startProblems(error) })
    process.exit(1)
  }
}
