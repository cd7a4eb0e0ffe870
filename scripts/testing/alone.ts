import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test does to its whole process: another one must not run in there afterwards. */
const changesProcess = /\bvi\.(mock|doMock|resetModules)\(|\bmemoryUsage\b|--expose-gc/

/** Folders that hold no tests of ours. */
export const skipped = ['**/node_modules/**', '**/dist/**']

/** The test files, of these patterns from the root, that need a process of their own. */
export function findAlone(patterns: readonly string[], root: string): string[] {
  return globSync([...patterns], { cwd: root, exclude: skipped }).filter((path) =>
    changesProcess.test(readFileSync(join(root, path), 'utf8')),
  )
}
