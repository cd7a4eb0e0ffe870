import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../server/test/program.ts'
import { root } from './entry.ts'

async function mended(packages: Record<string, object>): Promise<Record<string, object>> {
  const copy = mkdtempSync(join(tmpdir(), 'agency-support-lock-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(join(root, 'scripts/lock-optional.mjs'), join(copy, 'scripts/lock-optional.mjs'))
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ packages }))
  const program = runProgram(process.execPath, [join(copy, 'scripts/lock-optional.mjs')])
  expect(await program.ended).toBe(0)
  const lock: { packages: Record<string, object> } = JSON.parse(
    readFileSync(join(copy, 'package-lock.json'), 'utf8'),
  )
  return lock.packages
}

test('binaries that npm left out are added for their platform only', async () => {
  const optionalDependencies = {
    '@x/linux-x64-musl': '1.0.0',
    '@x/win32-arm64': '1.0.0',
    '@x/linux-x64-gnu': '1.0.0',
  }
  const there = { version: '1.0.0', integrity: 'sha512-there', optional: true }
  const packages = await mended({
    '': {},
    'node_modules/x': { version: '1.0.0', dev: true, optionalDependencies },
    'node_modules/@x/linux-x64-gnu': there,
  })
  const added = { version: '1.0.0', dev: true, optional: true }
  expect(packages['node_modules/@x/linux-x64-musl']).toEqual({
    ...added,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  })
  expect(packages['node_modules/@x/win32-arm64']).toEqual({ ...added, os: ['win32'], cpu: ['arm64'] })
  expect(packages['node_modules/@x/linux-x64-gnu']).toEqual(there)
  const inOrder = [
    '',
    'node_modules/@x/linux-x64-gnu',
    'node_modules/@x/linux-x64-musl',
    'node_modules/@x/win32-arm64',
  ]
  expect(Object.keys(packages)).toEqual([...inOrder, 'node_modules/x'])
})

test('a lock file that is whole stays as it is', async () => {
  const whole = {
    '': {},
    'node_modules/x': { optionalDependencies: { '@x/darwin-x64': '1.0.0' } },
    'node_modules/x/node_modules/@x/darwin-x64': { version: '1.0.0' },
  }
  expect(await mended(whole)).toEqual(whole)
})
