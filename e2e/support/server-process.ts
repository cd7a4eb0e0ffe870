import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Emulators } from '@agency-support/sandbox/emulators'

/** Names the run in the environment: its servers clone one database with demo data, which the first of them fills. */
export const runVariable = 'AGENCY_SUPPORT_BROWSER_RUN'

/** What a server for the browser tests can be told. */
export type ServerWish = {
  /** An existing database; without one it makes its own, with demo data, and deletes it at the end. */
  databaseUrl?: string
  /** A port of its own choice unless given. */
  port?: number
  /** Site key to address of a framed page; the sandbox's own pages unless given. */
  framePages?: Readonly<Record<string, string>>
  /** Origins that may show the console in a frame; none unless given. */
  frameAncestors?: readonly string[]
  /** What the bar says; the sandbox's own names unless given. */
  environment?: string
  providerName?: string
}

export type ServerProcess = {
  origin: string
  databaseUrl: string
  /** Where the emulators of the providers are told what shall go wrong. */
  emulators: Emulators['urls']
  pid: number
  /** Ends it as an operator would; its database goes with it when it was its own. */
  stop(): Promise<void>
  /** Ends it without a word, as a power cut would. */
  kill(): Promise<void>
}

/** What the process says about itself once it listens. */
export type ServerReady = Pick<ServerProcess, 'origin' | 'databaseUrl' | 'emulators'>

const program = fileURLToPath(new URL('serve.ts', import.meta.url))

/** Starts a server in a process of its own. */
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
