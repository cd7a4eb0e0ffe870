import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Emulators } from '@agency-support/sandbox/emulators'

/**
 * Environment variable that identifies the run: its servers clone one database with demo data, which the first of
 * them fills.
 */
export const runVariable = 'AGENCY_SUPPORT_BROWSER_RUN'

/** Options of a server for the browser tests. */
export interface ServerWish {
  /** An existing database; by default it creates its own, with demo data, and deletes it at the end. */
  databaseUrl?: string
  /** Default: any free port. */
  port?: number
  /** Site key to address of a framed page; default: the sandbox's own pages. */
  framePages?: Readonly<Record<string, string>>
  /** Origins that may frame the console; default: none. */
  frameAncestors?: readonly string[]
  /** The environment shown in the bar; default: the sandbox's names. */
  environment?: string
  providerName?: string
}

export interface ServerProcess {
  origin: string
  databaseUrl: string
  /** Control addresses of the provider emulators. */
  emulators: Emulators['urls']
  pid: number
  /** Stops it like an operator; its own database is deleted. */
  stop(): Promise<void>
  /** Kills it, as in a power failure. */
  kill(): Promise<void>
}

/** The process's message once it listens. */
export type ServerReady = Pick<ServerProcess, 'origin' | 'databaseUrl' | 'emulators'>

const program = fileURLToPath(new URL('serve.ts', import.meta.url))

/** Starts a server in its own process. */
export async function startServerProcess(wish: ServerWish = {}): Promise<ServerProcess> {
  const child = fork(program, [JSON.stringify(wish)], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const ready = await Promise.race([
    new Promise<ServerReady>((resolve) => child.once('message', (message: ServerReady) => resolve(message))),
    ended.then(([code]) =>
      Promise.reject(new Error(`The server for the browser tests ended with code ${code}.`)),
    ),
  ])
  const { pid } = child
  if (pid === undefined) throw new Error('The server for the browser tests has no process.')
  return {
    ...ready,
    pid,
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
