// Plain JavaScript for any Node from 20 up, with nothing from node_modules: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const stampName = '.agency-support-stamp'

/**
 * Makes node_modules match package-lock.json; rejects with a sentence when npm fails.
 * @param {string} root the checkout
 * @param {(line: string) => void} say receives the one line that tells what is being done
 */
export async function ensureInstalled(root, say = (line) => process.stderr.write(`${line}\n`)) {
  if (isInstalled(root)) return
  const release = await holdInstallLock(root, say)
  try {
    if (isInstalled(root)) return
    const why = existsSync(join(root, 'node_modules'))
      ? 'they are older than package-lock.json'
      : 'first run here'
    say(`Installing dependencies with npm ci (${why}) …`)
    await npmCi(root)
    const unchecked = withoutDigestHere(root)
    if (unchecked.length > 0)
      say(
        `package-lock.json has no digest for ${unchecked.join(', ')}: npm took what the registry gave. Run node scripts/lock-optional.mjs and commit the digests it finds.`,
      )
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
  const installed = parsed(readIfThere(join(root, 'node_modules', '.package-lock.json')))?.packages
  if (installed === undefined) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const there = installed[path]
    if (there === undefined ? !mayBeAbsent(entry) : !isSamePackage(there, entry)) return false
  }
  return Object.keys(installed).every((path) => wanted[path] !== undefined)
}

// Undefined for a file that npm is writing at this moment.
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

// An optional package without a platform belongs to some other platform's binary and shares its fate.
function mayBeAbsent(entry) {
  if (!entry.optional) return false
  if (entry.os === undefined && entry.cpu === undefined) return true
  const fits = (list, mine) => list === undefined || [list].flat().includes(mine)
  return !(fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, 'glibc'))
}

// Paths of the packages that this platform got without npm comparing a digest.
function withoutDigestHere(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .filter(([path, entry]) => !mayBeAbsent(entry) && existsSync(join(root, path)))
    .map(([path]) => path.slice(path.indexOf('node_modules/') + 'node_modules/'.length))
}

function npmCi(root) {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd: root,
      env: cleanEnvironment(),
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

// Outside node_modules, which npm ci deletes.
async function holdInstallLock(root, say) {
  const lock = join(root, '.data', 'installing')
  mkdirSync(join(root, '.data'), { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = Number(readIfThere(lock))
    if (owner > 0 && !isAlive(owner)) removeDead(lock, owner)
    else await new Promise((resolve) => setTimeout(resolve, 200))
    if (attempt === 10) say(`Waiting for process ${owner}, which is installing dependencies here …`)
  }
}

// Two that wait may find the same dead owner; the slower one would remove the faster one's lock, so it looks again.
function removeDead(lock, owner) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (Number(readIfThere(aside)) === owner) rmSync(aside, { force: true })
  else renameSync(aside, lock)
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
