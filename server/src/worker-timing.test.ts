import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../test/until.ts'
import { openLog } from './lib/log.ts'
import { type WorkerMessage, Workers } from './workers.ts'

let folder: string
/** In the order of their forks; each with its first message, that it serves. */
let forked: { worker: Worker; serves: Promise<unknown> }[]
const note = (worker: Worker): void => {
  forked.push({ worker, serves: once(worker, 'message') })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-restart-'))
  const exec = join(folder, 'worker.mjs')
  const send = (sentence: string): string =>
    `process.send(${JSON.stringify({ is: 'serving', sentence } satisfies WorkerMessage)})`
  await writeFile(exec, `process.on('SIGTERM', () => ${send('It stays.')})\n${send('It serves.')}\n`)
  cluster.setupPrimary({ exec, args: [], execArgv: [] })
  cluster.on('fork', note)
})
afterAll(async () => {
  cluster.off('fork', note)
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  forked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const { worker } of forked) worker.process.kill('SIGKILL')
})

/** Starts a worker. */
async function start(): Promise<Workers> {
  const workers = new Workers(1, openLog('silent'))
  expect(await workers.start()).toBe('It serves.')
  return workers
}

const last = () => forked[forked.length - 1] as (typeof forked)[number]

test('a worker that does not stop when it is told to is killed after eleven seconds', async () => {
  const workers = await start()
  const { worker } = last()
  const kill = vi.spyOn(worker.process, 'kill')
  const told = once(worker, 'message')
  const ended = workers.end()
  await told
  await vi.advanceTimersByTimeAsync(10_999)
  expect(kill.mock.calls).toEqual([['SIGTERM']])
  await vi.advanceTimersByTimeAsync(1)
  await ended
  expect(worker.process.signalCode).toBe('SIGKILL')
})

test('a worker that keeps ending is replaced later each time, and soon again after a steady minute', async () => {
  const workers = await start()
  const pauses: number[] = []
  /** Lets the worker end, and notes how long it takes until it is replaced. */
  const endOnce = async (): Promise<void> => {
    const { length } = forked
    last().worker.process.kill('SIGKILL')
    await until('its replacement is due', () => vi.getTimerCount() === 1)
    const ended = performance.now()
    vi.advanceTimersToNextTimer()
    pauses.push(performance.now() - ended)
    await until('it is replaced', () => forked.length > length)
    await last().serves
  }
  for (let n = 0; n < 3; n += 1) await endOnce()
  vi.advanceTimersByTime(60_001)
  for (let n = 0; n < 2; n += 1) await endOnce()
  expect(pauses).toEqual([100, 200, 400, 100, 200])
  await workers.end('SIGKILL')
})
