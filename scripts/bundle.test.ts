import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../server/test/program.ts'
import { root } from './entry.ts'

/** A chunk of the build as Vite's manifest lists it. */
interface Chunk {
  file: string
  imports?: string[]
}

const kB = 1000
const web = join(root, 'web')
let folder = ''
let manifest: Record<string, Chunk> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-bundle-'))
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  const args = [vite, 'build', '--outDir', folder, '--manifest', '--emptyOutDir', '--logLevel', 'warn']
  const build = runProgram(process.execPath, args, {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  expect(await build.ended, build.output()).toBe(0)
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as typeof manifest
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Bytes of brotli JavaScript that a browser has fetched once these modules are there. */
function weight(...modules: string[]): number {
  const seen = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`${name} is not in the build`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const name of modules) add(name)
  return [...seen].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0)
}

test('the sign-in screen takes at most 150 kB of brotli JavaScript', () => {
  expect(weight('index.html', 'src/modules/session/sign-in-page.tsx')).toBeLessThanOrEqual(150 * kB)
})

test('the first list takes at most 190 kB', () => {
  expect(weight('index.html', 'src/modules/agencies/list-page.tsx')).toBeLessThanOrEqual(190 * kB)
})

test('schemas stay on the server', () => {
  const built = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
  for (const { file } of built) {
    const code = readFileSync(join(folder, file), 'utf8')
    expect(code).not.toContain('ZodType')
    // What the build puts in their place throws when it is asked to check.
    expect(code).not.toContain('afeParse')
  }
})
