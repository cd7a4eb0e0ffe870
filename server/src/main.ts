import { ConfigProblem, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { logLastError, openLog } from './log.ts'
import { startServer } from './server.ts'

/** Production: settings from the environment, schema brought up to date, served until a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  logLastError(openLog(config.logLevel))
  await migrate(config.databaseUrl)
  const server = await startServer(config)
  process.stdout.write(`Agency Support serves ${config.publicOrigin} on ${config.host}:${server.port}\n`)
  let closing: Promise<void> | undefined
  // A Ctrl-C reaches us twice when npm passes it on; closing happens once.
  const stop = (): void => {
    closing ??= server.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

try {
  await main()
} catch (error) {
  const sentences =
    error instanceof ConfigProblem
      ? error.sentences
      : [error instanceof Error ? error.message : String(error)]
  process.stderr.write(
    `Agency Support did not start.\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}\n`,
  )
  process.exitCode = 1
}
