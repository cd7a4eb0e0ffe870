import { runCli } from '@agency-support/server/cli/main'
import { borrowDatabase } from './borrow-database.ts'
import { onTerminationSignal } from './signals.ts'
import { sandboxData } from './paths.ts'

const sandboxOption = '--sandbox'

async function main(typed: readonly string[]): Promise<number> {
  const data = sandboxData(process.env)
  // npm changes to the checkout; a file on the command line is relative to where the command was typed.
  const typedAt = process.env['INIT_CWD']
  if (process.env['npm_lifecycle_event'] === 'cli' && typedAt !== undefined) process.chdir(typedAt)
  await using ends = new AsyncDisposableStack()
  const leave = () => process.exit(130)
  onTerminationSignal(() => void ends.disposeAsync().then(leave, leave), leave)
  const config = async () => {
    const database = ends.use(
      await borrowDatabase(process.env, data, { sandbox: typed.includes(sandboxOption) }),
    )
    if (database.about !== undefined) process.stderr.write(`${database.about}\n`)
    return database.config
  }
  return await runCli(
    typed.filter((word) => word !== sandboxOption),
    { config },
  )
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
