// Plain JavaScript for any Node from 20 up, with nothing from node_modules: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const stampName = '.agency-support-stamp'

/**
 * Makes node_modules match package-lock.json; rejects with a sentence when npm fails.
 * @param {string} root the checkout
 * @param {(line: string) => void} say receives the one line that tells what is being done
 */
export async function ensureInstalled(root, say = (line) => process.stderr.write(`${line}\n`)) {
  if (isInstalled(root)) return
  const release = await holdInstallLock(root)
  try {
    if (isInstalled(root)) return
    const why = existsSync(join(root, 'node_modules'))
      ? 'they are older than package-lock.json'
      : 'first run here'
    say(`Installing dependencies with npm ci (${why}) …`)
    await npmCi(root)
    writeStamp(root)
  } finally {
    release()
  }
}

// True when node_modules was installed from this very lock file on this platform.
function isInstalled(root) {
  if (readIfThere(join(root, 'node_modules', stampName)) === stampOf(root)) return true
  if (!matchesInstalledTree(root)) return false
  writeStamp(root)
  return true
}

function stampOf(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

function writeStamp(root) {
  writeFileSync(join(root, 'node_modules', stampName), stampOf(root))
}

// `npm install` leaves no stamp of ours but writes what it installed: a developer who ran it need not wait again.
function matchesInstalledTree(root) {
  const hidden = readIfThere(join(root, 'node_modules', '.package-lock.json'))
  if (hidden === undefined) return false
  const installed = JSON.parse(hidden).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const there = installed[path]
    if (there === undefined ? !mayBeAbsent(entry) : !isSamePackage(there, entry)) return false
  }
  return Object.keys(installed).every((path) => wanted[path] !== undefined)
}

function isSamePackage(there, wanted) {
  return (
    there.version === wanted.version && there.integrity === wanted.integrity && there.link === wanted.link
  )
}

// An optional package without a platform belongs to some other platform's binary and shares its fate.
function mayBeAbsent(entry) {
  if (!entry.optional) return false
  if (entry.os === undefined && entry.cpu === undefined) return true
  const fits = (list, mine) => list === undefined || [list].flat().includes(mine)
  return !(fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, 'glibc'))
}

function npmCi(root) {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  return new Promise((resolve, reject) => {
    const windows = process.platform === 'win32'
    const child = spawn('npm', args, {
      cwd: root,
      env: cleanEnvironment(),
      shell: windows,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', (error) =>
      reject(new Error(`npm could not be started (${error.message}): is it installed?`)),
    )
    child.once('close', (code) => {
      if (code === 0) resolve(undefined)
      else reject(new Error(`npm ci failed with exit code ${code}:\n${output}`))
    })
  })
}

// Under `npm start` npm's own settings arrive as npm_* variables and would change what `npm ci` does; and the Node of
// node_modules/.bin, first on the path there, is what `npm ci` is about to delete.
function cleanEnvironment() {
  const env = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.toLowerCase().startsWith('npm_') && name !== 'NODE_ENV') env[name] = value
  }
  const isOurs = (folder) => /[\\/]node_modules[\\/]\.bin$/.test(folder)
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !isOurs(folder))
    .join(delimiter)
  return env
}

// A directory, because making one is atomic everywhere; it lies outside node_modules, which npm ci deletes.
async function holdInstallLock(root) {
  const lock = join(root, '.data', 'installing')
  mkdirSync(join(root, '.data'), { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return () => rmSync(lock, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = Number(readIfThere(join(lock, 'pid')))
    if (owner > 0 && !isAlive(owner)) rmSync(lock, { recursive: true, force: true })
    else await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
