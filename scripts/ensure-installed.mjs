// Plain JavaScript for any Node from 20, without anything from node_modules: it runs before the installation.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isRunning, readStartTime, takeProcessLock } from './process-lock.mjs'

const stampName = '.agency-support-stamp'
/** Written by npm at the end of an installation. */
const npmRecord = '.package-lock.json'
/** How long npm may clean up when asked to stop; the next start redoes everything anyway. */
const timeoutMs = 5_000

/**
 * Makes node_modules match package-lock.json; rejects with a readable error if npm fails, or if a signal stopped it,
 * which the error then names.
 * @param {string} root the checkout
 * @param {(line: string) => void} say receives a line that says what is being done
 */
export async function ensureInstalled(root, say = (line) => process.stderr.write(`${line}\n`)) {
  if (isInstalled(root)) return
  const lock = await holdInstallLock(root, say)
  try {
    if (isInstalled(root)) return
    say(`Installing dependencies with npm ci (${whyInstall(root, lock.wasLeft)}) …`)
    // npm starts by deleting; if it does not finish, nothing may claim that the installation is complete.
    for (const name of [stampName, npmRecord]) rmSync(join(root, 'node_modules', name), { force: true })
    await npmCi(root, { say, started: lock.shareWith })
    const unchecked = withoutDigestHere(root)
    if (unchecked.length > 0)
      say(
        `package-lock.json has no digest for ${unchecked.join(', ')}: npm took what the registry gave. Run node scripts/lock-optional.mjs and commit the digests it finds.`,
      )
    writeStamp(root)
  } finally {
    lock.release()
  }
}

/**
 * Throws a readable error if node_modules does not match package-lock.json; development dependencies may be missing.
 * Writes nothing.
 * @param {string} root the checkout
 */
export function assertInstalled(root) {
  if (hasStamp(root) || matchesInstalledTree(root, (entry) => entry.dev === true || mayBeAbsent(entry)))
    return
  throw new Error(
    `node_modules does not match package-lock.json, and nothing is installed at this start. Run npm ci in ${root} first.`,
  )
}

function whyInstall(root, wasLeft) {
  if (!existsSync(join(root, 'node_modules'))) return 'first run here'
  const isHalf = wasLeft || !existsSync(join(root, 'node_modules', npmRecord))
  return isHalf ? 'the last installation was not finished' : 'they are older than package-lock.json'
}

// True if node_modules was installed from this lock file on this platform.
function isInstalled(root) {
  if (hasStamp(root)) return true
  if (!matchesInstalledTree(root, mayBeAbsent)) return false
  writeStamp(root)
  return true
}

function hasStamp(root) {
  return readIfThere(join(root, 'node_modules', stampName)) === makeStamp(root)
}

function makeStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

function writeStamp(root) {
  writeFileSync(join(root, 'node_modules', stampName), makeStamp(root))
}

// `npm install` does not write our stamp but records what it installed, so a developer who ran it need not wait
// again.
function matchesInstalledTree(root, mayLack) {
  const installed = parsed(readIfThere(join(root, 'node_modules', npmRecord)))?.packages
  if (installed === undefined) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const there = installed[path]
    if (there === undefined ? !mayLack(entry) : !isSamePackage(there, entry)) return false
  }
  return Object.keys(installed).every((path) => wanted[path] !== undefined)
}

// Undefined for a file that npm is currently writing.
function parsed(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSamePackage(there, wanted) {
  return (
    there.version === wanted.version && there.integrity === wanted.integrity && there.link === wanted.link
  )
}

// An optional package without a platform belongs to a binary of another platform, so it may be missing too.
function mayBeAbsent(entry) {
  if (!entry.optional) return false
  if (entry.os === undefined && entry.cpu === undefined) return true
  const fits = (list, mine) => list === undefined || [list].flat().includes(mine)
  return !(fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, 'glibc'))
}

// Paths of packages that were installed on this platform without comparing a digest.
function withoutDigestHere(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .filter(([path, entry]) => !mayBeAbsent(entry) && existsSync(join(root, path)))
    .map(([path]) => path.slice(path.indexOf('node_modules/') + 'node_modules/'.length))
}

// In its own process group, so that Ctrl-C reaches it only through us and also ends npm's children.
function npmCi(root, { say, started }) {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  return new Promise((resolve, reject) => {
    // Before the spawn: a signal in between would end us and not npm.
    const stopping = forwardSignals(() => child.pid, say)
    const child = spawn('npm', args, {
      cwd: root,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    if (child.pid !== undefined) started(child.pid)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', (error) =>
      reject(new Error(`npm could not be started (${error.message}): is it installed?`)),
    )
    child.once('close', (code) => {
      const signal = stopping.end()
      if (signal !== undefined)
        reject(
          Object.assign(new Error('The installation was stopped; the next start does it anew.'), { signal }),
        )
      else if (code === 0) resolve(undefined)
      else reject(new Error(`npm ci failed with exit code ${code}:\n${output}`))
    })
  })
}

// A second signal kills it.
function forwardSignals(getGroup, say) {
  let first
  let killTimer
  const kill = (signal) => {
    try {
      process.kill(-getGroup(), signal)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
  const forward = (signal) => {
    if (first !== undefined) return kill('SIGKILL')
    first = signal
    say('Waiting for npm ci to end …')
    kill(signal)
    killTimer = setTimeout(() => kill('SIGKILL'), timeoutMs)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return {
    /** The signal that arrived, if any. */
    end: () => {
      clearTimeout(killTimer)
      for (const signal of signals) process.off(signal, forward)
      return first
    },
  }
}

// Under `npm start`, npm's settings are in npm_* variables and would change what `npm ci` does; and the Node of
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

// Outside node_modules, which npm ci deletes. npm holds the lock too once it runs, because it would continue if this
// process were killed.
async function holdInstallLock(root, say) {
  mkdirSync(join(root, '.data'), { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    const lock = takeProcessLock(join(root, '.data', 'installing'), {})
    if (lock.holder === undefined)
      return {
        wasLeft: lock.wasLeft,
        shareWith: (pid) => lock.publish({ also: [{ pid, startedAt: readStartTime(pid) }] }),
        release: lock.release,
      }
    const { also = [], ...first } = lock.holder
    const alive = [first, ...also].find(isRunning)
    if (attempt === 10) say(`Waiting for process ${alive?.pid}, which is installing dependencies here …`)
    await new Promise((resolve) => setTimeout(resolve, 200))
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
