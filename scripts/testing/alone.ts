import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Patterns of tests that affect their whole process, so that no other may run in it afterwards. */
const changesProcess = /\bvi\.(mock|doMock|resetModules)\(|\bmemoryUsage\b|--expose-gc/

/** Patterns of tests that compare classes of Node's own errors, which are other ones in a context of its own. */
const comparesClasses = /\.toBeInstanceOf\(TypeError\)/

/** Folders without tests of ours. */
export const skipped = ['**/node_modules/**', '**/dist/**']

/** The first line by which a test asks for a page. */
const asksForPage = /^\/\/ @vitest-environment jsdom\n/

const findTests = (patterns: readonly string[], root: string, text: RegExp): string[] =>
  globSync([...patterns], { cwd: root, exclude: skipped }).filter((path) =>
    text.test(readFileSync(join(root, path), 'utf8')),
  )

/** The test files matching these patterns, relative to the root, that need their own process. */
export function findAlone(patterns: readonly string[], root: string): string[] {
  return findTests(patterns, root, changesProcess)
}

/** The test files that fail in a context of their own: they need their own process instead. */
export function findContextless(patterns: readonly string[], root: string): string[] {
  return findTests(patterns, root, comparesClasses)
}

/** The test files that need a page. */
export function findInDom(patterns: readonly string[], root: string): string[] {
  return findTests(patterns, root, asksForPage)
}
