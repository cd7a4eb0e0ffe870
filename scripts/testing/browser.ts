import { chromium } from '@playwright/test'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

// First those without windows: of the same build, the same pages for a third less processor time.
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const macApplications = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

/**
 * The features that Playwright disables. Chromium obeys only the last --disable-features, so ours has to repeat them.
 */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** The address bar's own pages: without a window they are still rendered for every test, at a third of its cost. */
const pagesOfAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** The process kept ready for a next site: a test rarely has one, and its context ends with it. */
const spareProcess = 'SpareRendererForSitePerProcess'

/** Flags for every start of the browser. */
export const chromiumFlags = [
  `--disable-features=${[...offForPlaywright, ...pagesOfAddressBar, spareProcess].join(',')}`,
  // Chromium's sandbox needs an unprivileged account.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Path of a Chromium: CHROMIUM_PATH, the system's, Playwright's, otherwise one installed by apt-get (root on Debian)
 * or downloaded by Playwright. Rejects with a readable error if none is available.
 */
export async function findChromium(say: (line: string) => void = console.error): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen !== undefined && chosen !== '') {
    if (isBrowser(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not a browser that starts.`)
  }
  const there = onThisMachine()
  if (there !== undefined) return there
  const failures: string[] = []
  for (const install of [installByApt, installByPlaywright]) {
    const problem = await install(say)
    if (problem !== undefined) failures.push(problem)
    const installed = onThisMachine()
    if (installed !== undefined) return installed
  }
  throw new Error(
    `The browser tests need Chromium. ${failures.join(' ')} Install Chromium or Chrome, or set CHROMIUM_PATH to one.`,
  )
}

function onThisMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...macApplications, chromium.executablePath()].find(isBrowser)
}

// Executed, not just checked for existence: some distributions have a script of that name that only says what to
// install.
function isBrowser(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 10_000, stdio: 'ignore' }).status === 0
}

// Both installers resolve with an error sentence if they fail.
async function installByApt(say: (line: string) => void): Promise<string | undefined> {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (process.getuid?.() !== 0 || !/^ID=debian$/m.test(system)) return undefined
  say('Installing Chromium with apt-get …')
  const update = await run('apt-get', ['update'])
  const shell = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
  if (shell === undefined) return undefined
  // Older releases of Debian have no package of the shell alone.
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  return install === undefined
    ? undefined
    : `apt-get could not install it (${lastLine(install + (update ?? ''))}).`
}

async function installByPlaywright(say: (line: string) => void): Promise<string | undefined> {
  say('Downloading Chromium with Playwright …')
  const manifest = createRequire(import.meta.url).resolve('@playwright/test/package.json')
  const problem = await run(process.execPath, [join(dirname(manifest), 'cli.js'), 'install', 'chromium'])
  return problem === undefined ? undefined : `Playwright could not download it (${lastLine(problem)}).`
}

async function run(program: string, args: string[]): Promise<string | undefined> {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const [out, problems, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return code === 0 ? undefined : `${out}\n${problems}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
