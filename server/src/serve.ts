import type { ServerConfig } from './config.ts'
import { directUrl } from './database-settings.ts'
import { assertUsable } from './db/direct.ts'
import { migrate } from './db/migrate.ts'
import { logLastError, openLog } from './log.ts'
import { startServer } from './server.ts'

/** Brings the schema up to date and serves until a signal; then the process ends. Rejects when it cannot start. */
export async function serve(config: ServerConfig): Promise<void> {
  const log = openLog(config.logLevel)
  logLastError(log)
  await assertUsable(config)
  await migrate(directUrl(config), {
    newer: config.allowNewerSchema,
    waiting: () => log.warn('migrate.waiting', { why: 'another process is migrating, waiting …' }),
  })
  const server = await startServer(config)
  // A Ctrl-C reaches us twice when npm passes it on; closing happens once.
  const stop = (): void => void server.close().then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.stdout.write(`Agency Support serves ${server.origin} on ${config.host}:${server.port}\n`)
}
