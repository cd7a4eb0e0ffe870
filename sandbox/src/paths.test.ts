import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { checkout, makeShortDir, getPaths, sandboxData } from './paths.ts'

const nobody = { name: 'nobody', uid: 65534, gid: 65534 }

afterEach(() => vi.unstubAllEnvs())

test('an ordinary user keeps the database in .data/pg of the checkout', () => {
  expect(getPaths(sandboxData({}), undefined).database).toBe(join(checkout, '.data/pg'))
})

test('root keeps it outside, told apart by checkout', () => {
  const here = getPaths(sandboxData({}), nobody).database
  const elsewhere = getPaths(sandboxData({ SANDBOX_DATA: '/srv/other/.data' }), nobody).database
  expect(here).toMatch(/^\/var\/lib\/agency-support\/[0-9a-f]{16}$/)
  expect(elsewhere).toMatch(/^\/var\/lib\/agency-support\/[0-9a-f]{16}$/)
  expect(elsewhere).not.toBe(here)
})

test('the socket directory is private and short however long TMPDIR is', () => {
  vi.stubEnv('TMPDIR', `/tmp/${'long/'.repeat(30)}`)
  const dir = makeShortDir('agency-support-short-', undefined)
  expect(Buffer.byteLength(dir)).toBeLessThan(80)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  rmSync(dir, { recursive: true })
})
