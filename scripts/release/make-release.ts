import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../entry.ts'

/** Content of release.json. */
export interface Release {
  version: string
  build: string
  platform: string
  /** Files of its own console, without those kept from the previous release. */
  assets: string[]
}

const assetsFolder = 'web/dist/assets'
/** Copied unchanged. */
const copied = [
  'LICENSE',
  'SECURITY.md',
  'contract/package.json',
  'contract/src',
  'deploy',
  'docs',
  'server/package.json',
  'server/src',
  'web/dist',
]
const leftOut = /\.test(-d)?\.ts$/

/** Paths of a release. */
export interface ReleaseOptions {
  /** A folder that does not exist yet. */
  target: string
  /** The release that browsers may still have open; its files are kept. */
  previous?: string | undefined
}

/** Creates the folder of a release from this checkout, whose console must have been built. Throws a readable error. */
export function makeRelease({ target, previous }: ReleaseOptions): Release {
  if (existsSync(target)) throw new Error(`${target} already exists. Name a new folder, or delete it first.`)
  const before = previous === undefined ? undefined : readRelease(previous)
  const half = `${target}.half`
  rmSync(half, { recursive: true, force: true })
  try {
    for (const path of copied)
      cpSync(join(root, path), join(half, path), { recursive: true, filter: (from) => !leftOut.test(from) })
    copyPackages(half)
    mkdirSync(join(half, 'bin'))
    cpSync(join(root, 'scripts/release/agency-support.mjs'), join(half, 'bin/agency-support.mjs'))
    chmodSync(join(half, 'bin/agency-support.mjs'), 0o755)
    const release: Release = {
      version: readVersion(),
      build: readBuild(),
      platform: `${process.platform}-${process.arch}`,
      assets: readdirSync(join(half, assetsFolder)).sort(),
    }
    writeFileSync(join(half, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
    writeFileSync(join(half, 'package.json'), packageText(release.version))
    if (previous !== undefined && before !== undefined) keepAssets(previous, before, half)
    // Gets its name only when complete.
    renameSync(half, target)
    return release
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

/** Reads release.json of a folder. Throws a readable error if it is not a release. */
function readRelease(folder: string): Release {
  const path = join(folder, 'release.json')
  if (!existsSync(path)) throw new Error(`${folder} is not a release: it has no release.json.`)
  const release: Release = JSON.parse(readFileSync(path, 'utf8'))
  return release
}

/** Identifies a build: the commit, and whether there are uncommitted changes. */
export function readBuild(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain') !== ''
  return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? '-changed' : ''}`
}

/** The version that package.json has. */
export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return version
}

const packageText = (version: string): string =>
  `${JSON.stringify({ name: 'agency-support', version, private: true, type: 'module', engines: { node: '>=24.12' } }, null, 2)}\n`

/** Copies the server's dependencies as installed by npm, without development dependencies. */
function copyPackages(target: string): void {
  const args = ['ls', '--all', '--parseable', '--omit=dev', '--workspace', '@agency-support/server']
  const listed = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packages = listed
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules/'))
  for (const path of packages) {
    if (path.startsWith('node_modules/@agency-support/')) continue
    const from = join(root, path)
    const nested = join(from, 'node_modules')
    cpSync(from, join(target, path), { recursive: true, filter: (source) => source !== nested })
  }
  mkdirSync(join(target, 'node_modules/@agency-support'), { recursive: true })
  // As symbolic links, like npm: Node does not run files inside node_modules as TypeScript.
  for (const name of ['contract', 'server'])
    symlinkSync(`../../${name}`, join(target, 'node_modules/@agency-support', name))
}

/** Keeps the files that pages of the previous release still request; those that it had kept itself are dropped. */
function keepAssets(previous: string, { assets }: Release, target: string): void {
  for (const name of assets) {
    const to = join(target, assetsFolder, name)
    if (!existsSync(to)) cpSync(join(previous, assetsFolder, name), to)
  }
}
