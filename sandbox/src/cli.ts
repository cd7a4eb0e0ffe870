import { runCli } from '@agency-support/server/cli/main'
import { borrowDatabase } from './borrow-database.ts'
import { onWishToEnd } from './signals.ts'
import { sandboxData } from './where.ts'

async function main(): Promise<number> {
  const data = sandboxData(process.env)
  // npm moves to the checkout; a file named on the command line lies where that was typed.
  const typedAt = process.env['INIT_CWD']
  if (process.env['npm_lifecycle_event'] === 'cli' && typedAt !== undefined) process.chdir(typedAt)
  await using database = await borrowDatabase(process.env, data)
  const leave = () => process.exit(130)
  onWishToEnd(() => void database[Symbol.asyncDispose]().then(leave, leave), leave)
  const { url: databaseUrl, sealKey } = database
  return await runCli(
    process.argv.slice(2),
    sealKey === undefined ? { databaseUrl } : { databaseUrl, sealKey },
  )
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
