import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runMain } from '../../scripts/entry.ts'
import { describeMachine, recordRun } from '../../scripts/recorded-run.ts'
import { type Held, heldTable, isFine } from './held.ts'
import { selectOnly } from './only.ts'
import { measurePages } from './ui-pages.ts'
import { measureTable } from './ui-table.ts'
import { say } from './say.ts'

const parts = { pages: measurePages, table: measureTable } as const

/** Measures the console's response times in a browser; exits with 1 if a bound is missed, or `--only` names nothing. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, record: { type: 'boolean', default: false } },
  })
  const wanted = selectOnly(Object.entries(parts), values.only, ([name]) => name)
  execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), join(root, 'scripts/build-console.ts')])
  const folder = mkdtempSync(join(tmpdir(), 'bench-ui-'))
  const all: Held[] = []
  try {
    for (const [, measure] of wanted) all.push(...(await measure(folder, say)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const table = heldTable(all)
  say(table)
  const machine = describeMachine(new Date()).map(([what, is]) => `${what}: ${is}.`)
  if (values.record)
    recordRun('performance.md', 'npm run bench:ui -- --record', `${machine.join(' ')}\n\n${table}`)
  if (!all.every(isFine)) process.exitCode = 1
}

await runMain(main)
