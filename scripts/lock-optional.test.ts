import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../server/test/program.ts'
import { root } from './entry.ts'

/** A registry with one version of each of these packages; returns its address. */
async function startRegistry(known: Record<string, { version: string; integrity: string }>): Promise<string> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    const found = known[name]
    if (found === undefined) return void response.writeHead(404).end('{}')
    const { version, integrity } = found
    const tarball = `http://127.0.0.1:1/${name}.tgz`
    const manifest = { name, version, dist: { integrity, tarball } }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

interface Completed {
  packages: Record<string, object>
  /** Standard output, and the list of packages without a digest. */
  said: string
  listed: string
}

async function complete(packages: Record<string, object>, known = {}): Promise<Completed> {
  const copy = mkdtempSync(join(tmpdir(), 'agency-support-lock-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(join(root, 'scripts/lock-optional.mjs'), join(copy, 'scripts/lock-optional.mjs'))
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ packages }))
  const env = {
    ...process.env,
    npm_config_registry: await startRegistry(known),
    npm_config_cache: join(copy, 'cache'),
    npm_config_fetch_retries: '0',
  }
  const program = runProgram(process.execPath, [join(copy, 'scripts/lock-optional.mjs')], { env })
  expect(await program.ended).toBe(0)
  const lock: { packages: Record<string, object> } = JSON.parse(
    readFileSync(join(copy, 'package-lock.json'), 'utf8'),
  )
  const listed = readFileSync(join(copy, 'scripts/lock-without-digest.txt'), 'utf8')
  return { packages: lock.packages, said: program.output(), listed }
}

test('binaries that npm left out are added for their platform only', async () => {
  const optionalDependencies = {
    '@x/linux-x64-musl': '1.0.0',
    '@x/win32-arm64': '1.0.0',
    '@x/linux-x64-gnu': '1.0.0',
  }
  const there = { version: '1.0.0', integrity: 'sha512-there', optional: true }
  const { packages } = await complete({
    '': {},
    'node_modules/x': { version: '1.0.0', integrity: 'sha512-x', dev: true, optionalDependencies },
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
    'node_modules/x': { integrity: 'sha512-x', optionalDependencies: { '@x/darwin-x64': '1.0.0' } },
    'node_modules/x/node_modules/@x/darwin-x64': { version: '1.0.0', integrity: 'sha512-there' },
  }
  expect(await complete(whole)).toMatchObject({ packages: whole, listed: '' })
})

test('digests come from the registry, and what it does not know is listed', async () => {
  const optionalDependencies = { '@x/darwin-x64': '1.0.0', '@x/darwin-arm64': '1.0.0' }
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
  const { packages, said, listed } = await complete(
    {
      '': {},
      'node_modules/x': { version: '1.0.0', integrity: 'sha512-there', optionalDependencies },
      'node_modules/@x/darwin-x64': { version: '1.0.0', cpu: ['x64'], os: ['darwin'], optional: true },
    },
    { '@x/darwin-x64': { version: '1.0.0', integrity } },
  )
  expect(packages['node_modules/@x/darwin-x64']).toMatchObject({ integrity, os: ['darwin'] })
  expect(packages['node_modules/@x/darwin-arm64']).not.toHaveProperty('integrity')
  expect(listed).toBe('@x/darwin-arm64@1.0.0\n')
  expect(said).toContain('1 optional packages added to package-lock.json, 1 digests filled in')
  expect(said).toContain('The registry does not know 1 packages of other platforms')
})
