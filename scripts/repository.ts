import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entry.ts'

/** Paths of every file of the repository: tracked, or new and not ignored. */
export function listRepository(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return list.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** Texts of the repository's files whose path matches, by path. */
export function readRepository(fits: RegExp): Map<string, string> {
  const paths = listRepository().filter((path) => fits.test(path))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
