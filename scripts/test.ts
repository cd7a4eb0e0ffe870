import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTerminationSignal } from '@agency-support/sandbox/signals'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { findChromium } from './testing/browser.ts'
import { type Choice, changedFiles, selectTests } from './testing/changed.ts'
import { root, runMain } from './entry.ts'
import { readRepository } from './repository.ts'
import {
  flakyLines,
  readPlaywrightRun,
  readVitestRun,
  type RunReport,
  runReportVariable,
  slowestLines,
} from './testing/run-report.ts'
import { readPlaywright, readVitest, sum, type Tally, tallyLine } from './testing/tally.ts'
import { endParts, runPart } from './testing/test-part.ts'

const parts = ['check', 'unit', 'browser'] as const
type Part = (typeof parts)[number]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const sayRun = (run: RunReport) => {
  for (const line of [...slowestLines(run.times), ...flakyLines(run)]) say(line)
}
const inModules = (path: string) => join(root, 'node_modules', path)

async function check(): Promise<Tally> {
  const ok = await runPart('check', [join(root, 'scripts/check.ts')])
  return { passed: 0, failed: ok ? 0 : 1, skipped: 0 }
}

async function unit(results: string, filters: readonly string[]): Promise<Tally> {
  const report = join(results, 'unit.json')
  const run = join(results, 'unit-run.json')
  const output = `--outputFile.json=${report}`
  const args = [inModules('vitest/vitest.mjs'), 'run', '--passWithNoTests', output, ...filters]
  const ok = await runPart('unit and call tests', args, { [runReportVariable]: run })
  sayRun(readVitestRun(run))
  return readVitest(report, ok)
}

async function browser(results: string, filters: readonly string[]): Promise<Tally> {
  if (globSync('e2e/**/*.e2e.ts', { cwd: root }).length === 0) return { passed: 0, failed: 0, skipped: 0 }
  const isBuilt = await runPart('console', [join(root, 'scripts/build-console.ts')])
  if (!isBuilt) return { passed: 0, failed: 1, skipped: 0 }
  const report = join(results, 'browser.json')
  const args = [inModules('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...filters]
  const ok = await runPart('browser tests', args, {
    CHROMIUM_PATH: await findChromium(say),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  sayRun(readPlaywrightRun(report))
  return readPlaywright(report, ok)
}

/** The parts to run, each with the arguments for its runner. */
type Plan = { readonly [name in Part]?: readonly string[] }

async function runAll(plan: Plan, results: string, wish: AbortSignal): Promise<Tally[]> {
  // Type checks and call tests can share two cores; browser tests need both.
  const early = await Promise.all([
    ...(plan.check === undefined ? [] : [check()]),
    ...(plan.unit === undefined ? [] : [unit(results, plan.unit)]),
  ])
  wish.throwIfAborted()
  return plan.browser === undefined ? early : [...early, await browser(results, plan.browser)]
}

function planChanged(ref: string | undefined): Plan {
  const { since, paths } = changedFiles(ref)
  say(`Files that differ from ${since}: ${paths.length}`)
  if (paths.length === 0) return {}
  const { unit, browser } = selectTests(readRepository(/./), paths)
  return { check: [], ...makePlan('unit', unit), ...makePlan('browser', browser) }
}

function makePlan(part: Part, choice: Choice): Plan {
  say(`Test files of the ${part} part: ${choice === 'all' ? 'all' : choice.length}`)
  if (choice === 'all') return { [part]: [] }
  return choice.length === 0 ? {} : { [part]: choice }
}

/** The whole run retries failed tests once and says so; a single part reports every failure. */
function readPlan([first, ...rest]: readonly string[]): Plan {
  if (first === undefined) return { check: [], unit: ['--retry=1'], browser: ['--retries=1'] }
  const named = parts.find((part) => part === first)
  if (named !== undefined) return { [named]: rest }
  if (first === 'changed' && rest.length < 2) return planChanged(rest[0])
  throw new Error(`Usage: npm test [-- ${parts.join('|')} [what to pass on] | changed [REF]]`)
}

async function main(wish: AbortSignal): Promise<void> {
  const plan = readPlan(process.argv.slice(2))
  const results = mkdtempSync(join(tmpdir(), 'agency-support-results-'))
  const server = await startTemporaryPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  // Hundreds of processes load the same modules: a fifth less time for each.
  process.env['NODE_COMPILE_CACHE'] ??= inModules('.cache/compiled')
  try {
    const total = sum(await runAll(plan, results, wish))
    wish.throwIfAborted()
    if (total.failed > 0) process.exitCode = 1
    say(`${(performance.now() / 1000).toFixed(1)} s in all`)
    say(tallyLine(total))
  } finally {
    await server.stop()
    rmSync(results, { recursive: true, force: true })
  }
}

const wish = new AbortController()
wish.signal.addEventListener('abort', endParts)
onTerminationSignal(
  () => wish.abort(new Error('Stopped before the end.')),
  () => process.exit(130),
)
await runMain(() => main(wish.signal))
