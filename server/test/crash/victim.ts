import { join } from 'node:path'
import type { ServerConfig } from '../../src/settings/config.ts'
import { type FileSettings, folderSettings } from '../../src/settings/files.ts'
import { type Program, runProgram } from '../program.ts'

/** A server in a process of its own, made to be killed. */
export type Victim = Program & { port: number; origin: string }

const source = (path: string): string => JSON.stringify(new URL(`../../src/${path}.ts`, import.meta.url).href)

/** How its process is run. */
export interface VictimProcess {
  /** Options of Node. */
  node?: readonly string[]
  /** The file that a process writes its number to, to belong to a group. */
  members?: string
}

/** Starts it as in production; it seals all the time, so that a kill also falls into a seal. */
export async function startVictim(
  databaseUrl: string,
  settings: Partial<ServerConfig> = {},
  { node = [], members }: VictimProcess = {},
): Promise<Victim> {
  const script = `
    import { systemClock } from ${source('lib/clock')}
    import { sandboxConfig } from ${source('settings/config')}
    import { openDatabase } from ${source('db/open')}
    import { sealOnce } from ${source('journal/seal')}
    import { serve } from ${source('serve')}
    const databaseUrl = ${JSON.stringify(databaseUrl)}
    const config = sandboxConfig({ databaseUrl, logLevel: 'error', sessionRate: 1_000_000, agentRate: 1_000_000,
      ...${JSON.stringify({ files: filesBeside(databaseUrl), ...settings })} })
    await serve(config)
    const db = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined })
    for (;;) {
      // While the database is away there is nothing to seal.
      await sealOnce(db, config.sealKeys, systemClock.now()).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }`
  const command = [process.execPath, ...node, '--input-type=module', '-e', script]
  const [first = '', ...rest] =
    members === undefined ? command : ['sh', '-c', 'echo $$ > "$0" && exec "$@"', members, ...command]
  const program = runProgram(first, rest)
  const [, origin = '', port = ''] = await program.says(/serves (\S+) on \S+:(\d+)/)
  return { ...program, port: Number(port), origin }
}

/** A folder of the database, in that of its socket: it goes with the database, which outlives a killed server. */
function filesBeside(databaseUrl: string): FileSettings | undefined {
  const { pathname, searchParams } = new URL(databaseUrl)
  const socketDir = searchParams.get('host')
  return socketDir === null ? undefined : folderSettings(join(socketDir, 'files', pathname))
}
