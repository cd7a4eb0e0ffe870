import { defineConfig } from 'vitest/config'
import { RunReporter, runReportVariable } from './scripts/testing/run-report.ts'

// Set by npm test, which reads both reports.
const runReport = process.env[runReportVariable]

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,scripts,web,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    reporters: runReport === undefined ? ['default'] : ['default', 'json', new RunReporter(runReport)],
    globalSetup: ['scripts/testing/vitest-setup.ts'],
    // Generous: on a busy machine a test is slow, not wrong; one that never ends still ends.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    // Call tests mostly wait for PostgreSQL; vitest's own guess leaves one core idle.
    maxWorkers: '100%',
    // Else every style sheet is empty, and the tests of colours prove nothing.
    css: true,
  },
})
