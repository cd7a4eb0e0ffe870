import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findAlone, skipped } from '../testing/alone.ts'
import { startsServer } from './modules.ts'

const root = join(import.meta.dirname, '../..')
/** The tests that should kill the mutants, as JSON; set by npm run mutate. */
const tests = JSON.parse(process.env['MUTATE_TESTS'] ?? '[]') as string[]
const patienceMs = 20_000
const inConsole = tests.some((one) => one.startsWith('web/'))
const alone = inConsole ? tests : findAlone(tests, root)

/**
 * The first failure ends the run of a mutant, so the fastest tests come first: those without a server, and small
 * ones.
 */
class ShortFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sized = files.map((file) => {
      const text = readFileSync(file.moduleId, 'utf8')
      return { file, waits: Number(startsServer(text)), size: text.length }
    })
    const inOrder = sized.toSorted((one, other) => one.waits - other.waits || one.size - other.size)
    return Promise.resolve(inOrder.map(({ file }) => file))
  }
}

export default defineConfig({
  test: {
    root,
    exclude: skipped,
    sequence: { sequencer: ShortFirst },
    // Each test process would start its own PostgreSQL.
    globalSetup: tests.every((one) => /^(contract|web)\//.test(one))
      ? []
      : ['scripts/testing/vitest-setup.ts'],
    // Much longer than any wait on a busy machine, which must not count as a kill; but most faults found by a timeout
    // take this long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: patienceMs } },
    // Read by server/test/until.ts and own-postgres.ts.
    env: { TEST_PATIENCE_MS: String(patienceMs), TEST_POSTGRES_IS_OWN: 'true' },
    restoreMocks: true,
    css: true,
    projects: [
      // Most of a mutant's time is importing the server: once for all files here, and once per file below.
      {
        extends: true,
        test: {
          name: 'together',
          include: inConsole ? [] : tests,
          exclude: [...skipped, ...alone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, execArgv: ['--experimental-eventsource'] } },
    ],
  },
})
