import type { ServerConfig } from '../../src/config.ts'
import { type Program, runProgram } from '../program.ts'

/** A server in a process of its own, made to be killed. */
export type Victim = Program & { port: number; origin: string }

const source = (path: string): string => JSON.stringify(new URL(`../../src/${path}.ts`, import.meta.url).href)

/** Starts it on a migrated database; it seals all the time, so that a kill also falls into a seal. */
export async function startVictim(
  databaseUrl: string,
  settings: Partial<ServerConfig> = {},
): Promise<Victim> {
  const script = `
    import { systemClock } from ${source('clock')}
    import { sandboxConfig } from ${source('config')}
    import { openDatabase } from ${source('db/open')}
    import { sealOnce } from ${source('journal/seal')}
    import { startServer } from ${source('server')}
    const databaseUrl = ${JSON.stringify(databaseUrl)}
    const config = sandboxConfig({ databaseUrl, logLevel: 'error', sessionRate: 1_000_000, agentRate: 1_000_000,
      ...${JSON.stringify(settings)} })
    const server = await startServer(config)
    console.log('SERVES ' + server.port + ' ' + server.origin)
    const db = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined })
    for (;;) {
      await sealOnce(db, config.sealKeys, systemClock.now())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }`
  const program = runProgram(process.execPath, ['--input-type=module', '-e', script])
  const [, port = '', origin = ''] = await program.says(/SERVES (\d+) (\S+)/)
  return { ...program, port: Number(port), origin }
}
