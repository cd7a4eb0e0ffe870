import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findAlone, findContextless, findInDom, skipped } from './scripts/testing/alone.ts'
import { RunReporter, runReportVariable } from './scripts/testing/run-report.ts'

// Set by npm test, which reads both reports.
const runReport = process.env[runReportVariable]

const onServer = '{bench,contract,sandbox,server/src}/**/*.test.ts'
const onConsole = 'web/**/*.test.{ts,tsx}'
const contextless = findContextless([onConsole], import.meta.dirname)
const alone = [...findAlone([onServer], import.meta.dirname), ...contextless]
const inDom = findInDom([onConsole], import.meta.dirname)

export default defineConfig({
  test: {
    exclude: skipped,
    reporters: runReport === undefined ? ['default'] : ['default', 'json', new RunReporter(runReport)],
    globalSetup: ['scripts/testing/vitest-setup.ts'],
    // Generous: on a busy machine a test is slow, not wrong; one that never ends still ends.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    // Call tests mostly wait for PostgreSQL: one process more than cores takes a fifth less time, two more nothing else.
    maxWorkers: availableParallelism() + 1,
    // Else every style sheet is empty, and the tests of colours prove nothing.
    css: true,
    projects: [
      {
        extends: true,
        // Importing the server takes over a second; its modules keep nothing that tests of different files share.
        test: { name: 'server', include: [onServer], exclude: [...skipped, ...alone], isolate: false },
      },
      {
        extends: true,
        // What crashes and floods a server wants a process of its own.
        test: {
          name: 'alone',
          include: ['{scripts,server/test}/**/*.test.ts', ...alone],
          exclude: skipped,
        },
      },
      {
        extends: true,
        // The console's modules hold who is signed in: a context of its own for each file, not a process.
        test: {
          name: 'console',
          include: [onConsole],
          exclude: [...skipped, ...inDom, ...contextless],
          pool: 'vmForks',
          // The console's stream of live updates needs what every browser has.
          execArgv: ['--experimental-eventsource'],
        },
      },
      {
        extends: true,
        // The same, in which jsdom is loaded once per process: a quarter of the time.
        test: { name: 'dom', include: inDom, pool: 'vmForks' },
      },
    ],
  },
})
