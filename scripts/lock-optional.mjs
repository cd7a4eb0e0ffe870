// node scripts/lock-optional.mjs: run after every change of dependencies. If a registry mirror lacks another
// platform's binary, `npm install` omits that package from the lock file, and every later `npm ci` fails with
// "Missing: … from lock file". This adds such entries, asks the registry for missing digests, and lists the packages
// that it does not know for `npm run check`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows', 'win']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x']

// Optional dependencies that a parsed lock file names but does not contain, as entries to add: path → entry.
function missingOptional(lock) {
  const missing = {}
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (lookups(path, name).some((place) => lock.packages[place] !== undefined)) continue
      missing[`node_modules/${name}`] = {
        version,
        ...(entry.dev ? { dev: true } : {}),
        ...getPlatform(name),
        optional: true,
      }
    }
  }
  return missing
}

// Where Node would look for `name` from `path`, nearest first.
function lookups(path, name) {
  const places = [`${path}${path === '' ? '' : '/'}node_modules/${name}`]
  for (let at = path.lastIndexOf('node_modules/'); at > 0; at = path.lastIndexOf('node_modules/', at - 1)) {
    places.push(`${path.slice(0, at)}node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

// Without these, npm would try to install the package on every platform.
function getPlatform(name) {
  const words = name.split(/[/-]/)
  const system = systems.find((candidate) => words.includes(candidate))
  const processor = processors.find((candidate) => words.includes(candidate))
  if (system === undefined || processor === undefined) throw new Error(`No platform can be read from ${name}`)
  const libc = words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}
  return { cpu: [processor], ...libc, os: [system.startsWith('win') ? 'win32' : system] }
}

// The entries that npm would install without comparing a digest, as [path, entry].
function withoutDigest(lock) {
  return Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity,
  )
}

function getName(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

// Lets npm resolve exactly these versions in a temporary project: `name@version` → digest, if the registry has the
// package. As optional dependencies, because npm then continues without those it does not find.
function listDigests(wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-digests-'))
  try {
    const optionalDependencies = Object.fromEntries(wanted.map((one, at) => [`wanted-${at}`, `npm:${one}`]))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, optionalDependencies }))
    const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
    const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm could not ask the registry: ${error?.message ?? stderr}`)
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    return new Map(Object.values(packages).map((one) => [`${one.name}@${one.version}`, one.integrity]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Adds digests to the lock file's entries; returns the `name@version` of those still without.
function addDigests(lock) {
  const bare = withoutDigest(lock)
  const called = ([path, { name, version }]) => `${name ?? getName(path)}@${version}`
  const known = bare.length === 0 ? new Map() : listDigests([...new Set(bare.map(called))])
  for (const [path, { version, ...rest }] of bare) {
    const integrity = known.get(called([path, { version, ...rest }]))
    if (integrity) lock.packages[path] = { version, integrity, ...rest }
  }
  return [...new Set(withoutDigest(lock).map(called))].sort()
}

function main() {
  const scripts = dirname(fileURLToPath(import.meta.url))
  const file = join(dirname(scripts), 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingOptional(lock)
  const [own, ...rest] = Object.entries(lock.packages)
  const entries = [...rest, ...Object.entries(missing)].sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries([own, ...entries])
  const before = withoutDigest(lock).length
  const unknown = addDigests(lock)
  const added = Object.keys(missing).length
  const filledIn = before - withoutDigest(lock).length
  if (added + filledIn > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  writeFileSync(join(scripts, 'lock-without-digest.txt'), unknown.map((one) => `${one}\n`).join(''))
  process.stdout.write(
    `${added} optional packages added to package-lock.json, ${filledIn} digests filled in\n`,
  )
  if (unknown.length > 0)
    process.stdout.write(
      `The registry does not know ${unknown.length} packages of other platforms; they stand without a digest in scripts/lock-without-digest.txt. Run this again where the registry has them.\n`,
    )
}

main()
