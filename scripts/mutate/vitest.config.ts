import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Patterns of the tests that have to notice, as JSON; set by npm run mutate. */
const tests = JSON.parse(process.env['MUTATE_TESTS'] ?? '[]') as string[]

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: tests,
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Each process that runs tests would start a PostgreSQL of its own.
    globalSetup: tests.every((one) => /^(contract|web)\//.test(one))
      ? []
      : ['scripts/testing/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    css: true,
  },
})
