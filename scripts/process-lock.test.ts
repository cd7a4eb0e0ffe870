import { once } from 'node:events'
import { expect, test } from 'vitest'
import { runProgram } from '../server/test/program.ts'
import { isRunning, ownIdentity, readStartTime } from './process-lock.mjs'

test('this process is running', () => {
  expect(isRunning(ownIdentity())).toBe(true)
})

test('a later process with the same number is another one', () => {
  expect(isRunning({ pid: process.pid, startedAt: 'another time' })).toBe(false)
})

test('a process that was killed is not running, even before its parent has asked how it ended', async () => {
  const { child } = runProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const identity = { pid: child.pid ?? 0, startedAt: readStartTime(child.pid ?? 0) ?? '' }
  expect(isRunning(identity)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(identity)).toBe(false)
})
