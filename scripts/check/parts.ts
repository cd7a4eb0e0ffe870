import { join } from 'node:path'
import { findOwnExceptionProblems } from './audit-exceptions.ts'
import { findOwnCommentProblems } from './comments.ts'
import { findOwnDocProblems } from './docs.ts'
import { findOwnEvidenceProblems } from './evidence.ts'
import { findOwnImportProblems } from './imports.ts'
import { findOwnLockProblems } from './lock.ts'
import { findOwnSizeProblems } from './sizes.ts'
import { findTypeProblems } from '../db-types.ts'
import { root } from '../entry.ts'
import { finder, type Part, tool } from '../part-runner.ts'
import { findTraceProblems } from '../trace.ts'

// The compiler caches its results by the digests of the texts, including errors. With one checker it takes two thirds
// of the processor time of four, and another part has the second core. Knip's cache stays off: it uses
// modification times, so a text restored with an old time could hide a fault, and it saves only two seconds.
function compile(name: string, project: string): Part {
  const memory = join(root, 'node_modules/.cache/check', `${name.replace(' ', '-')}.tsbuildinfo`)
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', memory]
  return tool(name, root, 'node_modules/typescript/bin/tsc', '-p', project, ...options)
}

/** What `npm run check` looks at; slowest first, so that the last one to start is short. */
export const parts: readonly Part[] = [
  finder('database types', findTypeProblems),
  tool('lint', root, 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  tool('dead code', root, 'node_modules/knip/bin/knip.js', '--no-progress'),
  compile('types', 'tsconfig.json'),
  compile('console types', 'web/tsconfig.json'),
  tool('format', root, 'node_modules/@biomejs/biome/bin/biome', 'format', '--reporter=summary'),
  finder('imports', findOwnImportProblems),
  finder('docs', findOwnDocProblems),
  finder('evidence', findOwnEvidenceProblems),
  finder('lock files', findOwnLockProblems),
  finder('audit exceptions', findOwnExceptionProblems),
  finder('sizes', findOwnSizeProblems),
  finder('comments', findOwnCommentProblems),
  finder('trace', findTraceProblems),
]
