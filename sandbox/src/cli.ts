import { runCli } from '@agency-support/server/cli/main'
import { borrowDatabase } from './borrow-database.ts'
import { sandboxData } from './where.ts'

try {
  await using database = await borrowDatabase(process.env, sandboxData(process.env))
  process.exitCode = await runCli(process.argv.slice(2), { databaseUrl: database.url })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
