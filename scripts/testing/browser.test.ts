import { chromium } from '@playwright/test'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chromiumFlags, findChromium } from './browser.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agency-support-browser-'))
  vi.stubEnv('CHROMIUM_PATH', '')
  vi.stubEnv('PATH', folder)
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'playwright'))
  // Nobody listens there, so a download fails immediately.
  vi.stubEnv('PLAYWRIGHT_DOWNLOAD_HOST', 'http://127.0.0.1:9')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function program(name: string, exitCode: number): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`)
  chmodSync(path, 0o755)
  return path
}

test('CHROMIUM_PATH comes first', async () => {
  program('chromium', 0)
  const chosen = program('chosen', 0)
  vi.stubEnv('CHROMIUM_PATH', chosen)
  expect(await findChromium()).toBe(chosen)
})

test('a CHROMIUM_PATH that does not start is refused rather than passed over', async () => {
  program('chromium', 0)
  vi.stubEnv('CHROMIUM_PATH', program('chosen', 1))
  await expect(findChromium()).rejects.toThrow('not a browser that starts')
})

test('the system’s comes next, unless it only says what to install', async () => {
  program('chromium', 1)
  const chrome = program('google-chrome', 0)
  expect(await findChromium()).toBe(chrome)
})

test('one without windows comes before one with them', async () => {
  program('chromium', 0)
  const shell = program('chromium-headless-shell', 0)
  expect(await findChromium()).toBe(shell)
})

/** It really tries to download, and takes time to fail. */
const downloadMs = 120_000

test(
  'when there is none and none can be had, it says so in a sentence',
  async () => {
    mkdirSync(join(folder, 'playwright'))
    const said: string[] = []
    await expect(findChromium((line) => said.push(line))).rejects.toThrow(
      /^The browser tests need Chromium\. .*Install Chromium or Chrome, or set CHROMIUM_PATH to one\.$/,
    )
    expect(said).toContain('Downloading Chromium with Playwright …')
  },
  downloadMs,
)

test('what Playwright switches off in Chromium stays off with our own switches', async () => {
  const argumentsFile = join(folder, 'arguments')
  const pretender = join(folder, 'pretender')
  writeFileSync(pretender, `#!/bin/sh\nprintf '%s\\n' "$@" > ${argumentsFile}\n`)
  chmodSync(pretender, 0o755)
  await expect(chromium.launch({ executablePath: pretender, args: chromiumFlags })).rejects.toThrow('closed')
  const switchedOff = readFileSync(argumentsFile, 'utf8')
    .split('\n')
    .flatMap((flag) => (flag.startsWith('--disable-features=') ? [flag.slice(19).split(',')] : []))
  expect(switchedOff).toHaveLength(2)
  expect(switchedOff[1]).toEqual(expect.arrayContaining(switchedOff[0] ?? []))
})
