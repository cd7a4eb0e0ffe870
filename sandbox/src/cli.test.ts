import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProgram } from '../../server/test/program.ts'
import { databaseAccount } from './account.ts'
import { findPostmaster } from './postmaster.ts'
import { makeTemporaryDir } from './temporary-postgres.ts'
import { type SandboxPaths, getPaths } from './paths.ts'

let paths: SandboxPaths
let kept: string[]

beforeEach(() => {
  paths = getPaths(makeTemporaryDir(), databaseAccount())
  kept = readdirSync(paths.data)
})
afterEach(() => {
  rmSync(paths.database, { recursive: true, force: true })
  rmSync(paths.data, { recursive: true, force: true })
})

/** Runs a CLI command without DATABASE_URL; returns its exit code and output. */
async function cli(...words: string[]): Promise<[unknown, string]> {
  const env = { ...process.env, SANDBOX_DATA: paths.data, DATABASE_URL: '' }
  const program = runProgram(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...words], { env })
  return [await program.ended, program.output()]
}

test('help needs no database and makes none', async () => {
  const asked = [[], ['--help'], ['staff', '--help'], ['staff', 'add', '--help']]
  for (const [code, output] of await Promise.all(asked.map((words) => cli(...words)))) {
    expect(code).toBe(0)
    expect(output).toContain('staff add EMAIL')
  }
  expect(readdirSync(paths.data)).toEqual(kept)
  expect(existsSync(paths.database)).toBe(false)
})

test('a verb without DATABASE_URL makes no database either, and says what is missing', async () => {
  const [code, output] = await cli('staff', 'disable', 'ada@example.com')
  expect(code).toBe(1)
  expect(output).toMatch(/^DATABASE_URL is missing: .+\n.+ --sandbox .+\n$/)
  expect(readdirSync(paths.data)).toEqual(kept)
  expect(existsSync(paths.database)).toBe(false)
})

test('--sandbox works on the sandbox, wherever it stands, and says so', async () => {
  const about = `This is the database of the sandbox in ${paths.data}.\n`
  expect(await cli('--sandbox', 'migrate')).toEqual([0, `${about}The database is up to date.\n`])
  expect(await cli('switch', 'list', '--sandbox')).toEqual([0, `${about}Use6xNavigation off\n`])
  expect(findPostmaster(paths.database)).toBeUndefined()
})
