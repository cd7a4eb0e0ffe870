import { existsSync } from 'node:fs'
import { migrate } from '@agency-support/server/db/migrate'
import { openDatabase } from '@agency-support/server/db/open'
import { expect, test } from 'vitest'
import { runProgram } from '../../server/test/program.ts'
import { until } from './postmaster.ts'
import { readStartTime } from '../../scripts/process-lock.mjs'
import { startTemporaryPostgres, removeAbandoned } from './temporary-postgres.ts'

const getSocketDir = (url: string) => new URL(url).searchParams.get('host') ?? ''

test('a temporary server takes connections, and leaves nothing when it is stopped', async () => {
  const server = await startTemporaryPostgres()
  await migrate(server.url)
  const database = openDatabase({ url: server.url, poolSize: 1, onError: () => undefined })
  expect(await database.read.selectFrom('staff').select('username').execute()).toEqual([])
  await database.close()
  await server.stop()
  expect(readStartTime(server.pid)).toBeUndefined()
  expect(existsSync(getSocketDir(server.url))).toBe(false)
})

test('the server of a killed owner is ended and deleted by the next one', async () => {
  const script = `
    import { startTemporaryPostgres } from ${JSON.stringify(new URL('temporary-postgres.ts', import.meta.url).href)}
    const { url, pid } = await startTemporaryPostgres()
    console.log('SERVER ' + pid + ' ' + url)
    setInterval(() => {}, 1000)`
  const owner = runProgram(process.execPath, ['--input-type=module', '-e', script])
  const [, pid, url = ''] = await owner.says(/SERVER (\d+) (\S+)/)
  owner.child.kill('SIGKILL')
  await owner.ended
  expect(readStartTime(Number(pid))).toBeDefined()

  await removeAbandoned()
  expect(readStartTime(Number(pid))).toBeUndefined()
  expect(existsSync(getSocketDir(url))).toBe(false)
})

test('a process that leaves without stopping its server takes it along', async () => {
  const script = `
    import { startTemporaryPostgres } from ${JSON.stringify(new URL('temporary-postgres.ts', import.meta.url).href)}
    console.log('SERVER ' + (await startTemporaryPostgres()).pid)
    process.exit(3)`
  const owner = runProgram(process.execPath, ['--input-type=module', '-e', script])
  const [, pid] = await owner.says(/SERVER (\d+)/)
  expect(await owner.ended).toBe(3)
  expect(await until(() => readStartTime(Number(pid)) === undefined, 10_000)).toBe(true)
  await removeAbandoned()
})
