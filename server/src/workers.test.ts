import { agencies } from '@agency-support/contract/modules/agencies'
import { foldText } from '@agency-support/contract/rules/search'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TestClient } from '../test/client.ts'
import { testDatabase } from '../test/database.ts'
import { exchange } from '../test/exchange.ts'
import { allPermissions, makeStaff, openTestSession } from '../test/people.ts'
import { findFreePort } from '../test/free-port.ts'
import { type Program, runProgram } from '../test/program.ts'
import { until } from '../test/until.ts'
import { systemClock } from './lib/clock.ts'
import type { ServerConfig } from './settings/config.ts'
import { openDatabase } from './db/open.ts'

/**
 * Runs a server with these settings from a file, because workers are restarted from theirs. On SIGUSR2 the system
 * refuses to start further processes for it, and on the next one it no longer does.
 */
async function serveWith(settings: Partial<ServerConfig> & { databaseUrl: string }): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-workers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
  const main = join(folder, 'main.mjs')
  await writeFile(
    main,
    `import cluster from 'node:cluster'
import { sandboxConfig } from ${source('./settings/config.ts')}
import { serve } from ${source('./serve.ts')}
import { startProblems } from ${source('./start-problem.ts')}
let isRefused = false
process.on('SIGUSR2', () => {
  isRefused = !isRefused
  cluster.setupPrimary({ cwd: isRefused ? '/there/is/no/such/folder' : process.cwd() })
  process.stdout.write('refused: ' + isRefused + '\\n')
})
try {
  await serve(sandboxConfig(${JSON.stringify({ workers: 2, logLevel: 'info', accessLog: true, ...settings })}))
} catch (error) {
  process.stderr.write('problem: ' + startProblems(error).join(' ') + '\\n')
  process.exit(1)
}`,
  )
  const program = runProgram(process.execPath, [main])
  onTestFinished(async () => {
    program.child.kill('SIGKILL')
    await program.ended
  })
  return program
}

interface Line {
  event: string
  pid: number
}

const isFailedStart = ({ event }: Line): boolean => event === 'worker.notStarted'

/** The lines of a server's log; each is parsed once, because under load there are many and they are polled. */
class LogOf {
  readonly #program: Program
  readonly #lines: Line[] = []
  #from = 0

  constructor(program: Program) {
    this.#program = program
  }

  get lines(): readonly Line[] {
    const output = this.#program.output()
    const to = output.lastIndexOf('\n') + 1
    for (const line of output.slice(this.#from, to).split('\n'))
      if (line.startsWith('{')) this.#lines.push(JSON.parse(line) as Line)
    this.#from = to
    return this.#lines
  }

  /** The process id of each answer so far. */
  get answers(): number[] {
    return this.lines.flatMap(({ event, pid }) => (event === 'request' ? [pid] : []))
  }

  /** The process ids that have answered so far. */
  get answerers(): number[] {
    return [...new Set(this.answers)]
  }
}

async function startTwo(given: Partial<ServerConfig> = {}) {
  const database = await testDatabase()
  const program = await serveWith({ databaseUrl: database.url, ...given })
  const [, text = ''] = await program.says(
    /^Agency Support serves http:\/\/localhost:(\d+) on 127\.0\.0\.1:\d+ by 2 workers$/m,
  )
  const port = Number(text)
  const db = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  onTestFinished(async () => {
    program.child.kill('SIGKILL')
    await program.ended
    await db.close()
    await database.drop()
  })
  const origin = `http://localhost:${port}`
  const open = async (): Promise<TestClient> => {
    const person = await makeStaff(db, systemClock, { permissions: allPermissions })
    const { cookie } = await openTestSession(db, systemClock, person, { publicOrigin: origin })
    const client = new TestClient({ port, origin, cookie })
    onTestFinished(() => client.close())
    return client
  }
  /** Uses a new connection, which any worker may accept. */
  const ask = async (path: string, at = port): Promise<{ status: number; body: string }> => {
    const agent = new Agent()
    try {
      return await exchange(agent, at, { method: 'GET', path, headers: {} })
    } finally {
      agent.destroy()
    }
  }
  return { program, log: new LogOf(program), db, port, open, ask }
}

type Ask = (path: string) => Promise<{ status: number; body: string }>

const askAtOnce = (count: number, ask: Ask) =>
  Promise.all(Array.from({ length: count }, () => ask('/health/live')))

test('both workers answer on one port, /metrics tells the figures of each, and SIGTERM ends all with 0', async () => {
  const metricsPort = await findFreePort()
  const { program, log, ask } = await startTwo({
    metrics: { host: '127.0.0.1', port: metricsPort },
    drainSeconds: 1,
  })
  let asked = 0
  await until('both have answered', async () => {
    asked += 10
    for (const { status } of await askAtOnce(10, ask)) expect(status).toBe(200)
    return log.answerers.length === 2
  })
  expect(log.answerers).not.toContain(program.child.pid)
  const { body } = await ask('/metrics', metricsPort)
  const counts = [
    ...body.matchAll(/^agency_support_requests_total\{call="other",outcome="ok",worker="(\d)"\} (\d+)$/gm),
  ]
  expect(counts.map(([, worker]) => worker)).toEqual(['1', '2'])
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(asked)
  expect(body).toMatch(/^agency_support_workers 2$/m)
  for (const worker of [1, 2])
    expect(body).toMatch(new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} `, 'm'))
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  const events = log.lines.map(({ event }) => event)
  for (const event of ['stopping', 'stopped']) expect(events.filter((one) => one === event)).toHaveLength(2)
  expect(events).not.toContain('worker.ended')
})

test('a worker that is killed under load is replaced, and nothing that was acknowledged is lost', async () => {
  const { program, log, db, open, ask } = await startTwo()
  let isOver = false
  let broken = 0
  const saved = new Map<number, string[]>()
  const rename = async (agencyId: number): Promise<void> => {
    const row = { agency_id: agencyId, name: '0', name_folded: foldText('0') }
    await db.write.insertInto('agency').values(row).execute()
    const client = await open()
    for (let n = 1; !isOver; n += 1) {
      const name = String(n)
      const answered = await client
        .call(agencies.updateName, { agencyId, name })
        .catch((error: NodeJS.ErrnoException) => error)
      if (answered instanceof Error) broken += 1
      else if (answered.code === 0) saved.set(agencyId, [...(saved.get(agencyId) ?? []), name])
      else throw new Error(`renaming answered ${answered.status} ${answered.message}`)
    }
  }
  const renaming = Promise.all(Array.from({ length: 8 }, (_, at) => rename(200 + at)))
  await until('both work', () => log.answerers.length === 2 && saved.size === 8)
  const [victim = 0] = log.answerers
  process.kill(victim, 'SIGKILL')
  await program.says(/"event":"worker\.replaced"/)
  await until('the new one answers', async () => {
    await askAtOnce(10, ask)
    return log.answerers.length === 3
  })
  isOver = true
  await renaming
  expect(broken).toBeLessThan(9)
  for (const [agencyId, acknowledged] of saved) {
    const rows = await db.read
      .selectFrom('journal')
      .select('after')
      .where('agency_id', '=', agencyId)
      .execute()
    const renamed = new Set(rows.map(({ after }) => (after as { name: string }).name))
    expect(acknowledged.filter((name) => !renamed.has(name))).toEqual([])
  }
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('a worker that dies before it takes connections leaves them to the other', async () => {
  const { log, ask } = await startTwo()
  await until('both have answered', async () => {
    await askAtOnce(10, ask)
    return log.answerers.length === 2
  })
  const [victim = 0] = log.answerers
  process.kill(victim, 'SIGSTOP')
  const before = log.answers.length
  const asked = askAtOnce(10, ask)
  await until('the other has answered some', () => log.answers.length > before)
  process.kill(victim, 'SIGKILL')
  for (const { status } of await asked) expect(status).toBe(200)
})

test('while no process can be started the others serve on, and later the dead one is replaced', async () => {
  const { program, log, ask } = await startTwo()
  await until('both have answered', async () => {
    await askAtOnce(10, ask)
    return log.answerers.length === 2
  })
  const [victim = 0] = log.answerers
  program.child.kill('SIGUSR2')
  await program.says(/^refused: true$/m)
  process.kill(victim, 'SIGKILL')
  // As often as the server tries when none of them serves any more.
  await until('three starts failed', () => log.lines.filter(isFailedStart).length >= 3)
  for (const { status } of await askAtOnce(10, ask)) expect(status).toBe(200)
  program.child.kill('SIGUSR2')
  await program.says(/^refused: false$/m)
  await program.says(/"event":"worker\.replaced"/)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('a port that is taken is reported once, and nothing is left', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const port = (holder.address() as { port: number }).port
  const database = await testDatabase()
  const program = await serveWith({ databaseUrl: database.url, port })
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe(`problem: PORT: another program listens on port ${port} of 127.0.0.1.\n`)
  holder.close()
  await database.drop()
})

test('when no worker can be started any more the whole ends with 1 and says why', async () => {
  const database = await testDatabase()
  const program = await serveWith({ databaseUrl: database.url, accessLog: false })
  await program.says(/by 2 workers/)
  const { stdout } = spawnSync('pgrep', ['-P', String(program.child.pid)], { encoding: 'utf8' })
  const workers = stdout.trim().split('\n').map(Number)
  expect(workers).toHaveLength(2)
  await database.drop()
  for (const pid of workers) process.kill(pid, 'SIGKILL')
  expect(await program.ended).toBe(1)
  expect(program.output()).toMatch(/^problem: .+$/m)
  const ends = new LogOf(program).lines.filter(isFailedStart)
  expect(ends.length).toBeGreaterThanOrEqual(3)
})
