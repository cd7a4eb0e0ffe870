import type * as childProcess from 'node:child_process'
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../server/test/until.ts'
import { type Agencies, startAgencies } from './start.ts'

// A program with a fault takes the place of the agencies' software, which has none on purpose.
vi.mock('node:child_process', { spy: true })

const { fork: forkReal } = await vi.importActual<typeof childProcess>('node:child_process')
let folder: string
let child: ChildProcess
let running: Agencies | undefined
const said: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agencies-'))
  said.length = 0
})
afterEach(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(program: string): Agencies {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, program)
  vi.mocked(fork).mockImplementation(() => {
    child = forkReal(file, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    return child
  })
  running = startAgencies({
    origin: 'http://127.0.0.1:1',
    agencies: [],
    getKey: () => '',
    record: join(folder, 'record'),
    speed: 0,
    say: (line) => void said.push(line),
  })
  return running
}

test('software that ends by a fault of its own starts again', async () => {
  const software = start(`
    process.once('message', () => {
      process.send({ is: 'started', signInPage: '' })
      process.once('message', () => { throw new Error('a fault') })
    })
    process.once('disconnect', () => process.exit())`)
  await software.signInPage
  const faulty = software.pid()
  child.send('go on')
  await until('it has started again', () => software.pid() !== faulty)
  expect(said).toEqual(["The agencies' software has ended by itself; starting it again."])
})

test.each([
  ['at once', 0, [125, 250, 500]],
  ['after a minute', 60_000, [125, 125, 125]],
])('software that always ends %s is started again after its pauses', async (_, livesMs, pauses) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  let looks = 0
  // It is looked at when it starts and when it has ended.
  vi.spyOn(performance, 'now').mockImplementation(() => livesMs * looks++)
  start(
    "process.once('message', () => process.send({ is: 'started', signInPage: '' }, () => process.exit()))",
  )
  const listPauses = () => timers.mock.calls.flatMap(([, ms]) => ms || []).slice(0, pauses.length)
  await expect.poll(listPauses).toEqual(pauses)
})

test('software that cannot start is not tried again', async () => {
  const software = start("process.once('message', () => process.exit(1))")
  expect(await software.signInPage).toBe('')
  expect(fork).toHaveBeenCalledTimes(1)
  expect(said).toEqual([])
})
