import { installOnce } from '@agency-support/sandbox/install-once'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PeerName } from './peers.ts'

/** The folder into which a peer is installed, with its package.json. */
export function peerFolder(peer: PeerName): string {
  return fileURLToPath(new URL(`../../peers/${peer}/`, import.meta.url))
}

/** A file of a package of a peer. */
export function installedPath(peer: PeerName, file: string): string {
  return `${peerFolder(peer)}node_modules/${file}`
}

/** A module of a peer, by file, because its package is not one of ours. */
export async function importInstalled<Module>(peer: PeerName, file: string): Promise<Module> {
  return (await import(pathToFileURL(installedPath(peer, file)).href)) as Module
}

/** Installs a peer if missing: some hundred megabytes, needed only here. */
export function installPeer(peer: PeerName, say: (line: string) => void): void {
  say(`${peer} is looked for, or installed into ${peerFolder(peer)} …`)
  // npm writes this file last.
  installOnce(installedPath(peer, '.package-lock.json'), {
    folder: peerFolder(peer),
    how: ['install', '--no-package-lock'],
  })
}
