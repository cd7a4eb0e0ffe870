import { defineConfig } from 'vitest/config'
import { FileTimesReporter, fileTimesVariable } from './scripts/testing/file-times.ts'

// Set by npm test, which reads both reports.
const fileTimes = process.env[fileTimesVariable]

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,scripts,web,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    reporters: fileTimes === undefined ? ['default'] : ['default', 'json', new FileTimesReporter(fileTimes)],
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
