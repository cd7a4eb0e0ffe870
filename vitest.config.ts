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
    // One test that never ends must not hold up the run; starting a database or a server takes seconds at most.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    // Call tests mostly wait for PostgreSQL; vitest's own guess leaves one core idle.
    maxWorkers: '100%',
    // Else every style sheet is empty, and the tests of colours prove nothing.
    css: true,
  },
})
