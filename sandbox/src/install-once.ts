import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a folder with its own package.json by npm if `file` is missing; runs no install scripts. */
export function installOnce(file: string, { folder, how }: { folder: string; how: readonly string[] }): void {
  if (existsSync(file)) return
  const options = [...how, '--ignore-scripts', '--no-audit', '--no-fund', '--workspaces=false']
  const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return
  throw new Error(
    `What ${folder} names could not be installed. Try it by hand: cd ${folder} && npm ${how.join(' ')}\n${stderr}`,
  )
}
