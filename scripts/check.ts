import { availableParallelism } from 'node:os'
import { findOwnCommentProblems } from './check-comments.ts'
import { findOwnDocProblems } from './check-docs.ts'
import { findOwnImportProblems } from './check-imports.ts'
import { findOwnLockProblems } from './check-lock.ts'
import { findOwnSizeProblems } from './check-sizes.ts'
import { findTypeProblems } from './db-types.ts'
import { root } from './entry.ts'
import { finder, type Part, runParts, tool } from './part-runner.ts'
import { findTraceProblems } from './trace.ts'

// The slowest first, so that the last one to start is a short one.
const parts: readonly Part[] = [
  finder('database types', findTypeProblems),
  tool('lint', root, 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  tool('dead code', root, 'node_modules/knip/bin/knip.js', '--no-progress'),
  tool('types', root, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'),
  tool('console types', root, 'node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json'),
  tool('format', root, 'node_modules/@biomejs/biome/bin/biome', 'format', '--reporter=summary'),
  finder('imports', findOwnImportProblems),
  finder('docs', findOwnDocProblems),
  finder('lock files', findOwnLockProblems),
  finder('sizes', findOwnSizeProblems),
  finder('comments', findOwnCommentProblems),
  finder('trace', findTraceProblems),
]

const fine = await runParts(parts, {
  parallel: Math.max(2, availableParallelism()),
  now: () => performance.now(),
  print: (line) => console.log(line),
})
process.exitCode = fine ? 0 : 1
