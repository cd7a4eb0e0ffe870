import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { OpenDatabase } from './db/open.ts'
import { InFlight } from './http/in-flight.ts'
import { openLog } from './lib/log.ts'
import { stopServer } from './stop.ts'

test('background work is told to stop once, and if that fails the rest is still closed', async () => {
  const calls: string[] = []
  const stopping = (name: string, failure?: Error) => ({
    stop: () => {
      calls.push(name)
      return failure === undefined ? Promise.resolve() : Promise.reject(failure)
    },
  })
  const close = (): Promise<void> => {
    calls.push('database')
    return Promise.resolve()
  }
  const opened = {
    app: Fastify(),
    streams: [stopping('stream')],
    background: [stopping('queue', new Error('the database is away')), stopping('sealing')],
    inFlight: new InFlight(),
    db: { close } as OpenDatabase,
    log: openLog('silent'),
  }
  // While it drains nobody waits for the background work yet: its failure would end the process.
  await stopServer(opened, 1)
  expect(calls).toEqual(['queue', 'sealing', 'stream', 'database'])
})
