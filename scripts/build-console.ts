import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root, runMain } from './entry.ts'

const web = join(root, 'web')
const dist = join(web, 'dist')
const stamp = 'sources.sha256'
const leftOut = new Set(['dist', 'node_modules'])

/** Builds web/ into web/dist unless that is up to date. */
async function buildConsole(): Promise<void> {
  const sources = makeDigest(listFiles(web), listFiles(join(root, 'contract/src')), [
    join(root, 'package-lock.json'),
    join(root, 'scripts/build-console.ts'),
  ])
  if (existsSync(join(dist, stamp)) && readFileSync(join(dist, stamp), 'utf8') === sources) return
  console.log('Building the console …')
  // Built in a temporary folder and swapped at the end, so that a server never serves half a build. Git ignores
  // folders of that name.
  const workshop = join(web, `.build-${process.pid}`)
  const fresh = join(workshop, 'dist')
  try {
    await vite(fresh)
    compressFiles(fresh)
    writeFileSync(join(fresh, stamp), sources)
    exchange(fresh, join(workshop, 'old'))
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

// Repeated if another process swapped in its own build meanwhile.
function exchange(fresh: string, old: string): void {
  for (let attempt = 1; ; attempt += 1) {
    mkdirSync(`${old}/${attempt}`, { recursive: true })
    if (existsSync(dist)) renameSync(dist, `${old}/${attempt}/dist`)
    try {
      return renameSync(fresh, dist)
    } catch (error) {
      if (attempt === 5 || !existsSync(dist)) throw error
    }
  }
}

// In its own process, whose memory is freed at the end.
async function vite(outDir: string): Promise<void> {
  const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const args = [
    join(dirname(manifest), 'bin/vite.js'),
    'build',
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--manifest',
    '--logLevel',
    'warn',
  ]
  const child = spawn(process.execPath, args, {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [out, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`The console cannot be built:\n${out}${problems}`)
}

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest'])

/** Writes .br and .gz files, as small as possible, next to all text files of a build; the server sends them. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!compressible.has(extname(name))) continue
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return leftOut.has(entry.name) || entry.name.startsWith('.') ? [] : listFiles(path)
  })
}

function makeDigest(...lists: string[][]): string {
  const digest = createHash('sha256')
  for (const file of lists.flat().sort()) {
    const content = readFileSync(file)
    digest.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return digest.digest('hex')
}

await runMain(buildConsole)
