import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cli = fileURLToPath(new URL('../../sandbox/src/cli.ts', import.meta.url))
const run = promisify(execFile)

/** Switches a feature on or off like an operator: by the CLI, while the server runs. */
export async function setSwitch(databaseUrl: string, name: string, to: 'on' | 'off'): Promise<void> {
  await run(process.execPath, [cli, 'switch', 'set', name, to], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
}
