import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { startPostgres } from '@agency-support/sandbox/postgres'
import { makeTemporaryDir } from '@agency-support/sandbox/temporary-postgres'
import { foldText } from '@agency-support/contract/rules/search'
import { systemClock } from '../../src/lib/clock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { startNginx, withoutTls } from '../nginx.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import type { FloodSecond } from './flood.ts'
import { flood, quantile } from './flood-process.ts'
import { startVictim, type Victim } from './victim.ts'

const agencyCount = 2_000
const peopleCount = 40
const signInCount = 300
const password = 'correct horse battery'

/** What came of it; rates are answers a second, times milliseconds. */
export interface OverloadReport {
  peak: number
  offered: number
  goodput: number
  refused: number
  /** Answers that are neither 200 nor 503, and connections that ended without one. */
  other: number
  refusedP99: number
  goodP99: number
  /** Seconds after the flood until a second without a refusal whose p99 is at most twice that of before. */
  normalAfter: number
  idleP99: number
  /** How late the flood's own clock was. */
  ownDelayP99: number
  signIns: {
    signedIn: number
    toldToWait: number
    unanswered: number
    seconds: number
    idleP99: number
    readP99: number
  }
}

export interface OverloadOptions {
  floodSeconds: number
  /** Whether the example for nginx, without TLS, stands in front. */
  throughNginx: boolean
  say?: (line: string) => void
}

interface Stage {
  victim: Victim
  /** Where requests are sent. */
  port: number
  requests: readonly string[]
  reads: readonly string[]
  usernames: readonly string[]
}

/** Floods a server with three times what it can do, then lets 300 people sign in at once. */
export async function runOverload({
  floodSeconds,
  throughNginx,
  say = () => undefined,
}: OverloadOptions): Promise<OverloadReport> {
  await using ends = new AsyncDisposableStack()
  const stage = await openStage(ends, throughNginx)
  const { port } = stage
  const calibration = await flood({ port, requests: stage.requests, seconds: 10, pace: { atOnce: 64 } })
  const peak = quantile(
    calibration.seconds.slice(2).map(({ good }) => good),
    0.5,
  )
  say(`peak: ${peak} answers a second`)
  const calm = { perSecond: Math.max(10, Math.round(peak / 10)) }
  const before = await flood({ port, requests: stage.requests, seconds: 8, pace: calm })
  const idleP99 = quantile(timesOf(before.seconds.slice(2), 200), 0.99)
  const offered = 3 * peak
  const during = await flood({
    port,
    requests: stage.requests,
    seconds: floodSeconds,
    pace: { perSecond: offered },
  })
  const after = await flood({ port, requests: stage.requests, seconds: 12, pace: calm })
  for (const [at, { sent, good, times }] of during.seconds.entries())
    say(`second ${at + 1}: ${sent} sent, ${good} good, ${describe(times)}`)
  const steady = during.seconds.slice(2)
  const report = {
    peak,
    offered,
    ...describeFlood(steady),
    idleP99,
    normalAfter: findNormal(after.seconds, idleP99),
    ownDelayP99: during.ownDelayP99,
  }
  say(JSON.stringify(report))
  return { ...report, signIns: await burst(stage) }
}

async function openStage(ends: AsyncDisposableStack, throughNginx: boolean): Promise<Stage> {
  const dir = makeTemporaryDir()
  ends.defer(() => rmSync(dir, { recursive: true, force: true }))
  const postgres = await startPostgres({
    dataDir: join(dir, 'pg'),
    socketDir: dir,
    logFile: join(dir, 'log'),
  })
  ends.defer(() => postgres.stop())
  await migrate(postgres.url)
  const db = openDatabase({ url: postgres.url, poolSize: 4, onError: () => undefined })
  ends.defer(() => db.close())
  const { cookies, usernames } = await fill(db)
  const victim = await startVictim(postgres.url, { strictAnswers: false, trustedProxies: ['127.0.0.1'] })
  ends.defer(async () => {
    victim.child.kill('SIGKILL')
    await victim.ended
  })
  const front = throughNginx ? ends.use(await startNginx([victim.port, victim.port], withoutTls)) : undefined
  const ask = (body: object, at: number): string =>
    toRequest(victim, '/api/request', body, { cookie: cookies[at % cookies.length] ?? '' })
  const read = (at: number): string =>
    ask({ command: 'GetAgencyConfig', agencyId: 1 + ((at * 7) % agencyCount) }, at)
  const rename = (at: number): string =>
    ask({ command: 'UpdateAgencyName', agencyId: 1 + ((at * 13) % agencyCount), name: `Name ${at}` }, at)
  const reads = Array.from({ length: 1_000 }, (_, at) => read(at))
  // As people do: nine look something up while one changes something.
  const requests = Array.from({ length: 1_000 }, (_, at) => (at % 10 === 0 ? rename(at) : read(at)))
  return { victim, port: front?.port ?? victim.port, requests, reads, usernames }
}

async function fill(db: OpenDatabase): Promise<{ cookies: string[]; usernames: string[] }> {
  const rows = Array.from({ length: agencyCount }, (_, at) => {
    const name = `Agency ${at + 1}`
    return { agency_id: at + 1, name, name_folded: foldText(name) }
  })
  await db.write.insertInto('agency').values(rows).execute()
  const cookies: string[] = []
  for (let at = 0; at < peopleCount; at += 1) {
    const person = await makeStaff(db, systemClock, { permissions: allPermissions })
    cookies.push((await openTestSession(db, systemClock, person)).cookie)
  }
  const usernames = Array.from({ length: signInCount }, (_, at) => `morning-${at}@support.test`)
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  for (const username of usernames) {
    const { staffId } = await makeStaff(db, systemClock, { username })
    const set = db.write.updateTable('staff').set({ password_hash: passwordHash })
    await set.where('staff_id', '=', staffId).execute()
  }
  return { cookies, usernames }
}

function toRequest(victim: Victim, path: string, given: object, headers: Record<string, string>): string {
  const body = JSON.stringify(given)
  const { origin } = victim
  const all = {
    host: new URL(origin).host,
    origin,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

const timesOf = (seconds: readonly FloodSecond[], status: number): number[] =>
  seconds.flatMap(({ times }) => times[status] ?? [])

function describeFlood(seconds: readonly FloodSecond[]) {
  const count = (status: number): number => timesOf(seconds, status).length
  const all = seconds.reduce((sum, { sent }) => sum + sent, 0)
  const good = seconds.reduce((sum, second) => sum + second.good, 0)
  return {
    goodput: Math.round(good / seconds.length),
    refused: Math.round(count(503) / seconds.length),
    other: all - count(200) - count(503),
    refusedP99: quantile(timesOf(seconds, 503), 0.99),
    goodP99: quantile(timesOf(seconds, 200), 0.99),
  }
}

function describe(times: FloodSecond['times']): string {
  return Object.entries(times)
    .map(([status, all]) => `${all.length} × ${status} (p99 ${Math.round(quantile(all, 0.99))} ms)`)
    .join(', ')
}

/** The number of the first second from which on everything is as before the flood. */
function findNormal(seconds: readonly FloodSecond[], idleP99: number): number {
  const isNormal = ({ times }: FloodSecond): boolean =>
    Object.keys(times).every((status) => status === '200') && quantile(times[200] ?? [], 0.99) <= 2 * idleP99
  return seconds.findLastIndex((second) => !isNormal(second)) + 1
}

/** Everybody signs in at once, comes again when told to, while others read on. */
async function burst(stage: Stage): Promise<OverloadReport['signIns']> {
  const { port } = stage.victim
  const reading = (seconds: number) =>
    flood({ port, requests: stage.reads, seconds, pace: { perSecond: 100 } })
  const idle = await reading(8)
  const beside = reading(12)
  const began = performance.now()
  const outcomes = await Promise.all(
    stage.usernames.map((username, at) => signIn(stage.victim, username, at)),
  )
  const seconds = (performance.now() - began) / 1_000
  const busy = (await beside).seconds
  const during = busy.slice(0, Math.max(1, Math.ceil(seconds)))
  return {
    signedIn: outcomes.filter(({ isIn }) => isIn).length,
    toldToWait: outcomes.reduce((sum, { waits, unanswered }) => sum + waits - unanswered, 0),
    unanswered: outcomes.reduce((sum, { unanswered }) => sum + unanswered, 0),
    seconds,
    idleP99: quantile(timesOf(idle.seconds.slice(2), 200), 0.99),
    readP99: quantile(timesOf(during, 200), 0.99),
  }
}

const maxTries = 60

/** Signs in from a place of its own, as one of many offices; who is told to wait, or gets no answer, comes again. */
async function signIn(
  victim: Victim,
  username: string,
  at: number,
): Promise<{ isIn: boolean; waits: number; unanswered: number }> {
  let unanswered = 0
  for (let waits = 0; waits < maxTries; waits += 1) {
    const answer = await askToSignIn(victim, username, at)
    if (answer === undefined) unanswered += 1
    else if (answer.status !== 503) return { isIn: answer.isIn, waits, unanswered }
    const seconds = answer?.retryAfter ?? 1
    // As browsers of many people: not all of them in the same moment.
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 * (0.5 + Math.random())))
  }
  return { isIn: false, waits: maxTries, unanswered }
}

interface SignInAnswer {
  status: number
  isIn: boolean
  retryAfter: number
}

/** Undefined when the connection came to nothing. */
async function askToSignIn(
  { port, origin }: Victim,
  username: string,
  at: number,
): Promise<SignInAnswer | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/auth/staff/signin/cookie`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        'x-forwarded-for': `10.1.${Math.floor(at / 200)}.${1 + (at % 200)}`,
      },
      body: JSON.stringify({ username, password }),
    })
    const { status, headers } = answer
    const isIn = (await answer.text()).includes('"status":0') && status === 200
    return { status, isIn, retryAfter: Number(headers.get('retry-after') ?? 1) }
  } catch {
    return undefined
  }
}
