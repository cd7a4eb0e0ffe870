import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readHolder, SandboxInUse, takeLock } from './lock.ts'
import { ownIdentity } from '../../scripts/process-lock.mjs'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agency-support-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a lock that is held is refused with a sentence that names process and address', () => {
  const lock = takeLock(file, 'sandbox')
  lock.publish({ origin: 'http://localhost:4000' })
  expect(() => takeLock(file, 'sandbox')).toThrow(
    new SandboxInUse({ ...ownIdentity(), use: 'sandbox', origin: 'http://localhost:4000' }),
  )
  expect(() => takeLock(file, 'call')).toThrow(`process ${process.pid} at http://localhost:4000`)
})

test('the holder tells what has become known, and nothing after it let go', () => {
  const lock = takeLock(file, 'sandbox')
  lock.publish({ databaseUrl: 'postgresql://here' })
  lock.publish({ origin: 'http://localhost:1' })
  expect(readHolder(file)).toMatchObject({
    pid: process.pid,
    databaseUrl: 'postgresql://here',
    origin: 'http://localhost:1',
  })
  lock.release()
  expect(readHolder(file)).toBeUndefined()
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1', use: 'sandbox' })],
  [
    'whose process number was given to another',
    JSON.stringify({ ...ownIdentity(), startedAt: '1', use: 'sandbox' }),
  ],
])('a lock %s is taken over', (_kind, left) => {
  writeFileSync(file, left)
  expect(readHolder(file)).toBeUndefined()
  takeLock(file, 'sandbox')
  expect(readHolder(file)).toMatchObject(ownIdentity())
})
