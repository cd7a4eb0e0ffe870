import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../test/program.ts'

const main = join(import.meta.dirname, 'main.ts')

function serve(env: Record<string, string>): ReturnType<typeof runProgram> {
  return runProgram(process.execPath, [main], { env: { PATH: process.env['PATH'], ...env } })
}

const settings = {
  PUBLIC_ORIGIN: 'https://support.example.com',
  ENVIRONMENT: 'live',
  PROVIDER_NAME: 'Acme',
  JOURNAL_SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
  SECRET_KEY: Buffer.alloc(32, 2).toString('base64'),
  FILE_STORE_DIR: '/nowhere',
}

test('without its settings the server says what is missing, a sentence each, and ends with 1', async () => {
  const program = serve({})
  expect(await program.ended).toBe(1)
  const [first, ...rest] = program.output().trimEnd().split('\n')
  expect(first).toBe('Agency Support did not start.')
  expect(rest.length).toBeGreaterThan(5)
  for (const line of rest) expect(line).toMatch(/^ {2}- [A-Z_]+ is missing: .+\.?$/)
})

test('without its database it does not start, and no secret is in what it says', async () => {
  const program = serve({ ...settings, DATABASE_URL: 'postgresql://user:hunter2@127.0.0.1:9/x' })
  expect(await program.ended).toBe(1)
  expect(program.output()).toMatch(/^Agency Support did not start\.\n {2}- .*ECONNREFUSED.*\n$/)
  expect(program.output()).not.toContain('hunter2')
})
