import { pathToFileURL } from 'node:url'
import { checkout } from '../src/paths.ts'
import { type Program, runProgram } from '../../server/test/program.ts'

export type DatabaseHolder = Program & { pid: number; url: string; database: string }

type Whose = { root?: string; node?: string; uid?: number; gid?: number }

/** Runs the sandbox's database in a process of its own, from another checkout or as another user if wished. */
export async function holdDatabase(data: string, whose: Whose = {}): Promise<DatabaseHolder> {
  const { root = checkout, node = process.execPath, ...account } = whose
  const source = (name: string) => JSON.stringify(pathToFileURL(`${root}/sandbox/src/${name}.ts`).href)
  const script = `
    import { databaseAccount } from ${source('account')}
    import { startSandboxDatabase } from ${source('database')}
    import { getPaths, preparePaths } from ${source('paths')}
    const paths = getPaths(${JSON.stringify(data)}, databaseAccount())
    preparePaths(paths)
    const server = await startSandboxDatabase(paths)
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)))
    console.log('HOLDS ' + server.pid + ' ' + server.url + ' ' + paths.database)
    setInterval(() => {}, 1000)`
  const options = { ...account, cwd: '/' }
  const program = runProgram(node, ['--input-type=module', '-e', script], options)
  const [, pid = '', url = '', database = ''] = await program.says(/HOLDS (\d+) (\S+) (\S+)/)
  return { ...program, pid: Number(pid), url, database }
}
