import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServerProcess } from './server-process.ts'

const program = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))

/** Runs the command line as an operator does, on the server's database; returns what it printed. Throws if it fails. */
export async function runCommandLine(server: ServerProcess, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: server.databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env })
  return stdout
}
