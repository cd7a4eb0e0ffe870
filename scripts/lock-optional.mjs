// node scripts/lock-optional.mjs: run after every change of dependencies.
// A registry mirror that lacks some other platform's binary makes `npm install` leave that package out of the lock
// file, and every later `npm ci` refuses with "Missing: … from lock file". This adds such entries.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows', 'win']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x']

// The optional dependencies that a parsed lock file names but does not hold, as entries to add: path → entry.
function missingOptional(lock) {
  const missing = {}
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (lookups(path, name).some((place) => lock.packages[place] !== undefined)) continue
      missing[`node_modules/${name}`] = {
        version,
        ...(entry.dev ? { dev: true } : {}),
        ...platformOf(name),
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

// Without these npm would try the package on every platform.
function platformOf(name) {
  const words = name.split(/[/-]/)
  const system = systems.find((candidate) => words.includes(candidate))
  const processor = processors.find((candidate) => words.includes(candidate))
  if (system === undefined || processor === undefined) throw new Error(`No platform can be read from ${name}`)
  const libc = words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}
  return { cpu: [processor], ...libc, os: [system.startsWith('win') ? 'win32' : system] }
}

function main() {
  const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingOptional(lock)
  const [own, ...rest] = Object.entries(lock.packages)
  const entries = [...rest, ...Object.entries(missing)].sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries([own, ...entries])
  if (Object.keys(missing).length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`${Object.keys(missing).length} optional packages added to package-lock.json\n`)
}

main()
