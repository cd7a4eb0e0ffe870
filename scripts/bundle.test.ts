import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../server/test/app.ts'
import { runProgram } from '../server/test/program.ts'
import { root } from './entry.ts'

/** A chunk of the build as Vite's manifest lists it. */
interface Chunk {
  file: string
  name?: string
  imports?: string[]
  /** Chunks that are loaded when they are needed. */
  dynamicImports?: string[]
}

const kB = 1000
/** Bytes of a file's headers, roughly. */
const headersOfFile = 600
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

function findChunk(wanted: string): Chunk {
  const chunk = Object.values(manifest).find(({ name }) => name === wanted)
  if (chunk === undefined) throw new Error(`${wanted} is not in the build`)
  return chunk
}

/** The files of these chunks and of their imports, without lazy chunks. */
function listFiles(chunks: readonly Chunk[]): Set<string> {
  const seen = new Set<string>()
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || seen.has(chunk.file)) return
    seen.add(chunk.file)
    for (const other of chunk.imports ?? []) add(manifest[other])
  }
  for (const chunk of chunks) add(chunk)
  return seen
}

/** The name of a chunk in that of its file; its hash may hold dashes too. */
const toName = (file: string): string | undefined => /^assets\/(.+)-[\w-]{7}\.js$/.exec(file)?.[1]

/** Bytes of JavaScript that a browser has received once these chunks are loaded. */
async function weigh(...chunks: string[]): Promise<number> {
  const received = await Promise.all([...listFiles(chunks.map(findChunk))].map(receive))
  return received.reduce((sum, bytes) => sum + bytes, 0)
}

/** Compressed size of a file for a browser that accepts brotli. */
async function receive(file: string): Promise<number> {
  const path = `http://127.0.0.1:${server.port}/${file}`
  const { status, headers } = await fetch(path, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect([file, status, headers.get('vary')]).toEqual([file, 200, 'accept-encoding'])
  expect(headers.get('cache-control')).toContain('immutable')
  expect([file, headers.get('content-encoding')]).toEqual([file, 'br'])
  const bytes = Number(headers.get('content-length'))
  expect(bytes).toBeGreaterThan(0)
  return bytes
}

test('a browser receives at most 125 kB of JavaScript for the sign-in screen', async () => {
  expect(await weigh('start')).toBeLessThanOrEqual(125 * kB)
})

test('and at most 186 kB in 4 files for the first list and what stands around it', async () => {
  expect(await weigh('start', 'frame')).toBeLessThanOrEqual(186 * kB)
  expect(listFiles([findChunk('start'), findChunk('frame')]).size).toBe(4)
})

test('each further screen or tab adds at most 50 kB, their headers included', async () => {
  const first = listFiles([findChunk('start'), findChunk('frame')])
  // Built under the name of its group.
  const entries = Object.values(manifest).filter(({ name = '' }) => /-(page|tab)$|^config$/.test(name))
  expect(entries.length).toBeGreaterThan(30)
  for (const entry of entries) {
    const { name = '' } = entry
    const files = listFiles(/-tab$|^config$/.test(name) ? [findChunk('agency'), entry] : [entry])
    const received = await Promise.all([...files].filter((file) => !first.has(file)).map(receive))
    const bytes = received.reduce((sum, content) => sum + content + headersOfFile, 0)
    expect([name, bytes, bytes <= 50 * kB]).toEqual([name, bytes, true])
  }
})

test('the early script is one of its own before the start, so that it runs without it', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const modules = [...page.matchAll(/<script type="module"[^>]*src="\/(assets\/[^"]+)"/g)]
  expect(modules.map(([, file = '']) => toName(file))).toEqual(['rolldown-runtime', 'early', 'start'])
  const early = [...listFiles([findChunk('early')])].map(toName)
  expect(new Set(early)).toEqual(new Set(['early', 'rolldown-runtime']))
})

test('[MKT-90] the library of charts is loaded by the reports that have a chart, and by nothing else', () => {
  const chunks = Object.entries(manifest)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const withCharts = new Set(
    chunks.flatMap(([key, { file }]) => (file.endsWith('.js') && read(file).includes('visx') ? [key] : [])),
  )
  expect(withCharts.size).toBeGreaterThan(0)
  // A chunk that is added is followed as well.
  for (const one of withCharts)
    for (const [key, { imports = [] }] of chunks) if (imports.includes(one)) withCharts.add(key)
  const askedBy = chunks.filter(([, { dynamicImports = [] }]) =>
    dynamicImports.some((one) => withCharts.has(one)),
  )
  expect(askedBy.map(([key]) => key).sort()).toEqual([
    'src/modules/activity/signins-page.tsx',
    'src/modules/activity/totals-page.tsx',
    'src/modules/reports/billing-page.tsx',
    'src/modules/reports/events-page.tsx',
    'src/modules/texting/tcr-report-page.tsx',
  ])
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

function readStyles(): string {
  const sheet = Object.values(manifest).find(({ file }) => file.endsWith('.css'))
  return readFileSync(join(folder, sheet?.file ?? ''), 'utf8')
}

test('Safari cuts off no button and no chip of a cell', () => {
  expect(readStyles()).toMatch(
    /@supports \(hanging-punctuation: ?first\)\{\.clamp_\w+:has\(button,\[data-role\]\)\{-webkit-line-clamp:none\}\}/,
  )
})

test('the style sheet also names properties as Safari knows them', () => {
  const css = readStyles()
  for (const declaration of ['user-select:all', 'user-select:none', 'text-decoration:underline dotted']) {
    const count = (text: string): number => css.split(text).length - 1
    expect(count(declaration)).toBeGreaterThan(0)
    // Each occurrence of the plain name is one of the prefixed name, too.
    expect([declaration, count(`-webkit-${declaration}`) * 2]).toEqual([declaration, count(declaration)])
  }
})
