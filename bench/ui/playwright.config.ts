import { defineConfig } from '@playwright/test'
import { join } from 'node:path'
import { root } from '../../scripts/entry.ts'
import base from '../../playwright.config.ts'

/** Pages that bench:ui opens and uses, one at a time: in parallel they would slow each other down. */
export default defineConfig({
  ...base,
  testDir: root,
  outputDir: join(root, 'test-results'),
  timeout: 60_000,
  testMatch: ['bench/ui/*.bench.ts', 'e2e/jobs*.e2e.ts'],
  // Copies of the sources, which an interrupted npm run mutate leaves behind.
  testIgnore: '**/.data/**',
  workers: 1,
})
