import { Stryker } from '@stryker-mutator/core'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runMain } from './entry.ts'
import { findTarget, serverLogic, type Target, targets } from './mutate/modules.ts'
import { type Sample, sampleVariable } from './mutate/sample.ts'
import { recordScore, scoreOf, survivorLines } from './mutate/score.ts'
import { listRepository } from './repository.ts'

const usage = `Usage: npm run mutate -- NAME or PATH [--sample PERCENT [--seed SEED]] [--record]; names: ${[...Object.keys(targets), serverLogic].join(', ')}`

/** Results of earlier runs, so that only changed code is mutated again. */
const memory = join(root, '.data/mutate')
const page = join(root, 'docs/mutation.md')

/** Runs the tests against each mutant that they reach, or against those of a sample. */
async function mutate(
  asked: string,
  { mutate: sources, tests: all, withoutTests }: Target,
  sample: Sample | undefined,
) {
  const tests = globSync(all, { cwd: root, exclude: withoutTests ?? [] })
  mkdirSync(memory, { recursive: true })
  // Read by mutate/vitest.config.ts in the test processes.
  process.env['MUTATE_TESTS'] = JSON.stringify(tests)
  // Stryker runs tests in threads, where none can set the time zone that some of them set.
  process.env['TZ'] = 'America/New_York'
  process.chdir(root)
  // Read by mutate/sample.ts in a process of Stryker's.
  process.env[sampleVariable] = JSON.stringify(sample ?? null)
  const part = sample === undefined ? '' : `-${sample.percent}-${sample.seed}`
  const slug = `${asked.replaceAll('/', '-')}${part}`
  return new Stryker({
    mutate: [...sources, '!**/*.test.{ts,tsx}'],
    testRunner: 'vitest',
    // In the console few tests import a source: a mutant of its import time, which all tests would have to catch, needs
    // only these. On the server every test imports everything, and finding that out would take seconds.
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: asked.startsWith('web/') },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutate/sample.ts'],
    checkers: sample === undefined ? [] : ['sample'],
    // Stryker would rewrite it with the API of an older TypeScript; no tsconfig here refers to anything outside its
    // sandbox.
    tsconfigFile: 'none.json',
    // Tests with a server mostly wait.
    concurrency: tests.some((one) => one.startsWith('server/')) ? 4 : 2,
    incremental: true,
    incrementalFile: join(memory, `${slug}.json`),
    tempDirName: `.data/mutate/sandbox-${slug}`,
    ignorePatterns: ['.data', 'dist', 'test-results'],
    // Generous: a mutant that never ends counts as killed, but one that is only slow on a busy machine must not.
    timeoutMS: 120_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 15,
    warnings: { slow: false, unknownOptions: true, preprocessorErrors: true, unserializableOptions: true },
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest()
}

async function main(argv: string[]): Promise<void> {
  const options = {
    record: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  } as const
  const { positionals, values } = parseArgs({ args: argv, allowPositionals: true, options })
  const asked = positionals[0] ?? ''
  const target = findTarget(asked, listRepository())
  const percent = Number(values.sample ?? 100)
  if (target === undefined || !(percent > 0 && percent <= 100)) throw new Error(usage)
  const sample = percent === 100 ? undefined : { percent, seed: values.seed, root }
  const mutants = await mutate(asked, target, sample)
  for (const line of survivorLines(mutants, root)) console.log(line)
  const score = scoreOf(mutants)
  console.log(
    `${asked}: ${score.noticed} of ${score.mutants} mutants noticed, of these ${score.endless} never ended, ${score.survived} survived, ` +
      `${score.notReached} not reached: ${score.share} %, goal ${target.goal} %`,
  )
  if (values.record) {
    const left = mutants.filter(({ status }) => status === 'CompileError').length
    const of = sample && { seed: sample.seed, mutants: score.mutants + left }
    const row = { score, goal: target.goal, at: new Date(), of }
    writeFileSync(page, recordScore(readFileSync(page, 'utf8'), asked, row))
  }
  if (score.share < target.goal) process.exitCode = 1
}

await runMain(() => main(process.argv.slice(2)))
