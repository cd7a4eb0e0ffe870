import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../server/test/until.ts'
import { sandboxPrograms, started } from '../test/sandbox-programs.ts'
import { findPostmaster } from './postmaster.ts'

const programs = sandboxPrograms()
const { run } = programs

async function answers(origin: string): Promise<number> {
  return (await fetch(`${origin}/`)).status
}

/** Host names and addresses of this machine; not all have IPv6. */
const names = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .flatMap(({ address }) => (address === '::1' ? ['[::1]'] : address === '127.0.0.1' ? [address] : []))

test('[TRUTH-34] npm start answers under each name until Ctrl-C; a second start and a reset are refused', async () => {
  const sandbox = run('start')
  const origin = await started(sandbox)
  expect(sandbox.output()).toMatch(/admin@support\.test/)
  expect(sandbox.output()).toContain('sandbox-only-password')
  expect(await answers(origin)).toBe(200)
  expect(names).toContain('127.0.0.1')
  for (const name of names) {
    const { redirected, status, url } = await fetch(origin.replace('localhost', name))
    expect([name, redirected, status, url]).toEqual([name, true, 200, `${origin}/`])
  }
  // What a later build would take out of web/dist, it goes on sending.
  const icon = join(programs.paths.console, 'favicon.svg')
  writeFileSync(icon, '<svg/>')
  const sent = await fetch(`${origin}/favicon.svg`, { headers: { 'accept-encoding': 'identity' } })
  expect(await sent.text()).toBe('<svg/>')
  expect(readFileSync(programs.paths.where, 'utf8')).toBe(`${programs.paths.database}\n`)
  await until("the agencies' own software runs", () => existsSync(join(programs.paths.agencies, 'record')))
  const database = findPostmaster(programs.paths.database)

  const again = run('start')
  expect(await again.ended).toBe(1)
  expect(again.output()).toContain(`already runs as process ${sandbox.child.pid} at ${origin}`)
  const reset = run('reset')
  expect(await reset.ended).toBe(1)
  expect(reset.output()).toContain('already runs')
  expect(await answers(origin)).toBe(200)
  expect(findPostmaster(programs.paths.database)).toBe(database)

  // npm and the terminal both forward Ctrl-C.
  sandbox.child.kill('SIGINT')
  sandbox.child.kill('SIGINT')
  expect(await sandbox.ended).toBe(0)
  expect(sandbox.output()).toMatch(/The sandbox has stopped; its data is kept\.\n$/)
  expect(findPostmaster(programs.paths.database)).toBeUndefined()
  expect(existsSync(programs.paths.lock)).toBe(false)

  expect(await run('reset').ended).toBe(0)
  const { database: cluster, files, agencies, console: sentFiles } = programs.paths
  for (const folder of [cluster, files, agencies, sentFiles]) expect(existsSync(folder)).toBe(false)
})

test('a sandbox that was killed starts again; one whose database is killed says so and ends', async () => {
  const killed = run('start')
  await started(killed)
  const orphan = findPostmaster(programs.paths.database)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(findPostmaster(programs.paths.database)).toBe(orphan)

  const next = run('start')
  expect(await answers(await started(next))).toBe(200)
  const database = findPostmaster(programs.paths.database) ?? 0
  expect(database).not.toBe(orphan)
  process.kill(database, 'SIGKILL')
  expect(await next.ended).toBe(1)
  expect(next.output()).toContain('PostgreSQL has ended by itself')
  expect(existsSync(programs.paths.lock)).toBe(false)
})

test('a sandbox whose accounts were all disabled in trying it starts again', async () => {
  const used = run('start')
  await started(used)
  const database = programs.open()
  await database.write.updateTable('staff').set({ status: 1 }).execute()
  await database.close()
  used.child.kill('SIGINT')
  expect(await used.ended).toBe(0)
  const next = run('start')
  expect(await answers(await started(next))).toBe(200)
})

test('a port that is taken is answered with a sentence, before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const sandbox = run('start', port)
  expect(await sandbox.ended).toBe(1)
  expect(sandbox.output()).toBe(
    `Port ${port} cannot be used (another program listens on it). Choose another: PORT=4001 npm start\n`,
  )
  expect(existsSync(programs.paths.database)).toBe(false)
  other.close()
})

test('a port that no browser would open is answered with a sentence, too', async () => {
  const sandbox = run('start', '6000')
  expect(await sandbox.ended).toBe(1)
  expect(sandbox.output()).toBe(
    'Port 6000 cannot be used (browsers refuse to use it). Choose another: PORT=4001 npm start\n',
  )
  expect(existsSync(programs.paths.database)).toBe(false)
})

test('a setting that is not a number is answered with a sentence', async () => {
  const sandbox = run('start', 'http')
  expect(await sandbox.ended).toBe(1)
  expect(sandbox.output()).toBe('PORT must be a whole number from 0 to 65535, not "http".\n')
})
