import { readRepository } from '../repository.ts'

const listPath = 'scripts/lock-without-digest.txt'

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string | readonly string[]
  cpu?: string | readonly string[]
  libc?: string | readonly string[]
}

/**
 * Lock file entries that npm would install without comparing a digest, as sentences. `files` maps paths to texts;
 * only packages that the registry did not know, and that no server or CI installs, may be listed as exceptions.
 */
export function findLockProblems(files: ReadonlyMap<string, string>): string[] {
  const listed = (files.get(listPath) ?? '').split('\n').filter((line) => line !== '')
  const bare = [...files]
    .filter(([path]) => path.endsWith('package-lock.json'))
    .flatMap(([path, text]) => entriesWithoutDigest(path, text))
  const problems = bare.flatMap(({ lock, name, entry }) => entryProblem(lock, name, entry, listed))
  const known = new Set(bare.map(({ name }) => name))
  const stale = listed
    .filter((name) => !known.has(name))
    .map((name) => `${listPath} names ${name}, which has a digest or is gone; drop the line`)
  return [...problems, ...stale]
}

function entriesWithoutDigest(lock: string, text: string): { lock: string; name: string; entry: Entry }[] {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(text)
  return Object.entries(packages)
    .filter(
      ([path, { link, integrity = '' }]) => isPackage(path) && !link && !integrity.startsWith('sha512-'),
    )
    .map(([path, entry]) => ({ lock, name: `${getName(path)}@${entry.version ?? '?'}`, entry }))
}

const folder = 'node_modules/'
const isPackage = (path: string): boolean => path.includes(folder)
const getName = (path: string): string => path.slice(path.lastIndexOf(folder) + folder.length)

function entryProblem(lock: string, name: string, entry: Entry, listed: readonly string[]): string[] {
  if (!listed.includes(name))
    return [`${lock} has no digest for ${name}; run: node scripts/lock-optional.mjs`]
  if (!isInstalledOnServers(entry)) return []
  return [`${lock} has no digest for ${name}, which servers install; lock it where the registry knows it`]
}

/** False if npm installs it only on other platforms: servers and CI run on Linux with glibc. */
function isInstalledOnServers({ optional, os, cpu, libc }: Entry): boolean {
  const names = (list: Entry['os'], ...mine: string[]): boolean =>
    list === undefined || [list].flat().some((one) => mine.includes(one))
  return !optional || (names(os, 'linux') && names(cpu, 'x64', 'arm64') && names(libc, 'glibc'))
}

/** Problems of this repository's own lock files. */
export function findOwnLockProblems(): string[] {
  return findLockProblems(readRepository(/(^|\/)package-lock\.json$|^scripts\/lock-without-digest\.txt$/))
}
