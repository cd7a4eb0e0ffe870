import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PeerName } from './peers.ts'

/** The folder into which a peer is installed, beside its package.json. */
export function peerFolder(peer: PeerName): string {
  return fileURLToPath(new URL(`../../peers/${peer}/`, import.meta.url))
}

/** A file of a package of a peer. */
export function installedPath(peer: PeerName, file: string): string {
  return `${peerFolder(peer)}node_modules/${file}`
}

/** A module of a peer; of another file than its package's own, since its package is none of ours. */
export async function importInstalled<Module>(peer: PeerName, file: string): Promise<Module> {
  return (await import(pathToFileURL(installedPath(peer, file)).href)) as Module
}

/** Installs a peer where it is missing: some hundred megabytes, which nobody else needs. */
export function installOnce(peer: PeerName, say: (line: string) => void): void {
  const folder = peerFolder(peer)
  // npm writes it at the end.
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  say(`Installing ${peer} into ${folder} …`)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--workspaces=false']
  const { status, stderr } = spawnSync('npm', ['install', ...options], { cwd: folder, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${peer} could not be installed. Try it by hand: cd ${folder} && npm install\n${stderr}`)
}
