import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readTreeCpu } from './tree-cpu.ts'

const burn =
  "const { user } = process.cpuUsage(); while (process.cpuUsage().user - user < 300_000); console.log('done')"

test.skipIf(process.platform !== 'linux')(
  'the time of children counts, while they run and after they have ended',
  async () => {
    const before = readTreeCpu(process.pid)
    spawnSync(process.execPath, ['-e', burn])
    const ended = readTreeCpu(process.pid)
    expect(ended - before).toBeGreaterThanOrEqual(290_000)
    const child = spawn(process.execPath, ['-e', `${burn}; setInterval(() => {}, 1_000)`])
    await once(child.stdout, 'data')
    expect(readTreeCpu(process.pid) - ended).toBeGreaterThanOrEqual(290_000)
    child.kill()
  },
)

test('a process that does not exist is an error', () => {
  expect(() => readTreeCpu(2 ** 30)).toThrow('There is no process')
})
