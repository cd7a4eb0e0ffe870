import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { RunningPostgres } from '@agency-support/sandbox/postgres'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { migrate } from '../src/db/migrate.ts'

/** A migrated PostgreSQL of the test's own, to be done harm to. */
export async function ownPostgres(): Promise<RunningPostgres & AsyncDisposable> {
  const postgres = await startTemporaryPostgres()
  await migrate(postgres.url)
  return {
    ...postgres,
    [Symbol.asyncDispose]: async () => {
      signalPostgres(postgres.pid, 'SIGCONT')
      await postgres.stop()
    },
  }
}

/** Stops or continues a PostgreSQL server with everything that belongs to it, as a machine that is paused does. */
export function signalPostgres(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  // First, so that no process of it comes after those that are found.
  process.kill(pid, signal)
  // Finds and signals in one go: a process that ends meanwhile is no fault.
  spawnSync('pkill', [`-${signal}`, '-P', String(pid)])
  // Should the test be killed meanwhile, nobody else could end a server that stands still.
  if (signal === 'SIGSTOP') {
    const command = `sleep 60; kill -CONT ${pid}; pkill -CONT -P ${pid}`
    spawn('sh', ['-c', command], { detached: true, stdio: 'ignore' }).unref()
  }
}

/** Stands between the server and its database. */
export interface Relay extends AsyncDisposable {
  /** The database through it. */
  url: string
  /** Lets the connections that there are carry nothing more, without a word; later ones work. */
  fallSilent(): void
  /** Breaks the connection that next asks this, after the database has answered. */
  loseAnswerTo(question: string): void
  /** Breaks the connection that next asks this; the database never hears of it. */
  lose(question: string): void
}

/** Relays TCP connections to a database that is reached over a Unix socket. */
export async function relayTo(databaseUrl: string): Promise<Relay> {
  const url = new URL(databaseUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let lost: { question: string; isHeard: boolean } | undefined
  const server = createServer((near) => {
    const far = connect(path)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
    far.on('data', (bytes) => near.write(bytes))
    near.on('data', (bytes: Buffer) => {
      const { question, isHeard } = lost ?? {}
      const isLost = question !== undefined && bytes.includes(question)
      if (isLost) lost = undefined
      if (!isLost || isHeard) far.write(bytes)
      else near.destroy()
      if (isLost && isHeard) far.removeAllListeners('data').once('data', () => near.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of sockets) socket.removeAllListeners().on('error', () => undefined)
    },
    loseAnswerTo: (question) => {
      lost = { question, isHeard: true }
    },
    lose: (question) => {
      lost = { question, isHeard: false }
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
