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

/** What a release says of itself, in release.json. */
export interface Release {
  version: string
  build: string
  platform: string
  /** Files of its own console; those it keeps of the release before are not among them. */
  assets: string[]
}

const assetsFolder = 'web/dist/assets'
/** What is copied as it stands. */
const copied = [
  'LICENSE',
  'SECURITY.md',
  'contract/package.json',
  'contract/src',
  'deploy',
  'docs/operations.md',
  'server/package.json',
  'server/src',
  'web/dist',
]
const leftOut = /\.test(-d)?\.ts$/

/** Where a release goes. */
export interface ReleaseOptions {
  /** A folder that is not there yet. */
  target: string
  /** The release that browsers may still have open; its files are kept. */
  previous?: string | undefined
}

/** Makes the folder of a release from this checkout, whose console has to be built. Throws with a sentence. */
export function makeRelease({ target, previous }: ReleaseOptions): Release {
  if (existsSync(target))
    throw new Error(`${target} is there already. Name a new folder, or delete it first.`)
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
    // Under its name only when it is whole.
    renameSync(half, target)
    return release
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

/** Reads release.json of a folder. Throws with a sentence where it is no release. */
function readRelease(folder: string): Release {
  const path = join(folder, 'release.json')
  if (!existsSync(path)) throw new Error(`${folder} is no release: it has no release.json.`)
  const release: Release = JSON.parse(readFileSync(path, 'utf8'))
  return release
}

/** A name that tells builds apart: the commit, and whether something was changed after it. */
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

/** What the server imports, as npm has it installed; nothing that only development needs. */
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
  // As npm has them: what lies in node_modules itself Node would not run as TypeScript.
  for (const name of ['contract', 'server'])
    symlinkSync(`../../${name}`, join(target, 'node_modules/@agency-support', name))
}

/** Files that pages of the release before still ask for; those that it kept itself are given up. */
function keepAssets(previous: string, { assets }: Release, target: string): void {
  for (const name of assets) {
    const to = join(target, assetsFolder, name)
    if (!existsSync(to)) cpSync(join(previous, assetsFolder, name), to)
  }
}
