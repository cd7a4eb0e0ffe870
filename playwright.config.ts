import { defineConfig } from '@playwright/test'
import { runVariable } from './e2e/support/server-process.ts'
import { chromiumFlags, findChromium } from './scripts/testing/browser.ts'

const executablePath = await findChromium()
// The workers load this file too and need not search again.
process.env['CHROMIUM_PATH'] = executablePath
process.env[runVariable] ??= String(process.pid)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous: on a busy machine a test is slow, not wrong. What must come within a second says so itself.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath, args: chromiumFlags },
    // A trace of every test costs a fifth of the whole part; ask for one where it is needed: --trace=on.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
})
