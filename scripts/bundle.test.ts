import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../server/test/app.ts'
import { runProgram } from '../server/test/program.ts'
import { root } from './entry.ts'

/** A chunk of the build as Vite's manifest lists it. */
interface Chunk {
  file: string
  imports?: string[]
}

const kB = 1000
const folder = join(root, 'web/dist')
let manifest: Record<string, Chunk> = {}
let server: TestServer

beforeAll(async () => {
  const build = runProgram(process.execPath, ['scripts/run.mjs', 'scripts/build-console.ts'], { cwd: root })
  expect(await build.ended, build.output()).toBe(0)
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as typeof manifest
  server = await testServer({ config: { consoleFolder: folder } })
})
afterAll(() => server.close())

/** The files of these modules and of their imports, without lazy chunks. */
function listFiles(modules: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`${name} is not in the build`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const name of modules) add(name)
  return seen
}

/** Bytes of JavaScript that a browser has received once these modules are loaded. */
async function weight(...modules: string[]): Promise<number> {
  const received = await Promise.all([...listFiles(modules)].map(receive))
  return received.reduce((sum, bytes) => sum + bytes, 0)
}

/** Compressed size of a file for a browser that accepts brotli. */
async function receive(file: string): Promise<number> {
  const path = `http://127.0.0.1:${server.port}/${file === 'index.html' ? '' : file}`
  const { status, headers } = await fetch(path, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect([file, status, headers.get('vary')]).toEqual([file, 200, 'accept-encoding'])
  expect(headers.get('cache-control')).toContain('immutable')
  expect([file, headers.get('content-encoding')]).toEqual([file, 'br'])
  const bytes = Number(headers.get('content-length'))
  expect(bytes).toBeGreaterThan(0)
  return bytes
}

test('a browser receives at most 125 kB of JavaScript for the sign-in screen', async () => {
  expect(await weight('index.html', 'src/modules/session/sign-in-page.tsx')).toBeLessThanOrEqual(125 * kB)
})

/** Everything loaded once the first list is shown after sign-in. */
const firstList = [
  'index.html',
  'src/modules/session/sign-in-page.tsx',
  'src/app/chrome.ts',
  'src/lib/live.ts',
  'src/modules/agencies/list-page.tsx',
]

test('and at most 181 kB in 8 files for the first list and what stands around it', async () => {
  expect(await weight(...firstList)).toBeLessThanOrEqual(181 * kB)
  expect(listFiles(firstList).size).toBeLessThanOrEqual(8)
})

test('schemas stay on the server', () => {
  const built = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
  for (const { file } of built) {
    const code = readFileSync(join(folder, file), 'utf8')
    expect(code).not.toContain('ZodType')
    // The build's replacement throws when asked to validate.
    expect(code).not.toContain('afeParse')
    // Nor the description of a field or of a call.
    expect(code).not.toContain('Name of the agency now; empty when missing.')
    expect(code).not.toContain('Where the person is signed in.')
  }
})
