import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Program, runProgram } from '../server/test/program.ts'
import { until } from '../server/test/until.ts'
import { root } from './entry.ts'

const platform = { os: [process.platform], cpu: [process.arch] }
const elsewhere = { os: ['aix'], cpu: ['ppc64'] }
const one = { version: '1.0.0', integrity: 'sha512-one' }

// Replaces npm: records that it ran and with which arguments, and installs the packages of the lock file.
const fakeNpm = `#!/bin/sh
echo "npm $*" >> npm-runs
env | grep -i '^npm_' >> npm-runs
[ -e npm-fails ] && { echo "E404 no such package"; exit 1; }
[ -e npm-hangs ] && {
  if [ -s npm-hangs ]; then trap '' INT; else trap 'echo "npm was asked to end" >> npm-runs; asked=1' INT; fi
  mkdir -p node_modules/half
  while [ -e npm-hangs ]; do sleep 0.05; done
  [ -n "$asked" ] && exit 130
}
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json
`
const target = `
const words: string[] = process.argv.slice(2)
console.log('ran', words.join('+'), 'on', process.version)
if (words[0] === 'fail') process.exitCode = 7
if (words[0] === 'flags') console.log('flags', process.execArgv.join('+'))
if (words[0] === 'wait') {
  process.once('SIGTERM', () => process.exit(9))
  console.log('waiting as', process.pid)
  setInterval(() => undefined, 1000)
}
`
// Makes this Node report an old version.
const oldNode = [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`,
]

const onWindows = [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`,
]

let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'agency-support-run-'))
  for (const name of ['run.mjs', 'ensure-installed.mjs', 'process-lock.mjs'])
    cpSync(join(root, 'scripts', name), join(copy, 'scripts', name))
  mkdirSync(join(copy, 'bin'))
  writeFileSync(join(copy, 'bin/npm'), fakeNpm)
  chmodSync(join(copy, 'bin/npm'), 0o755)
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(copy, 'target.ts'), target)
  lock({ 'node_modules/one': one })
})
afterEach(() => rmSync(copy, { recursive: true }))

function lock(packages: Record<string, object>): void {
  writeFileSync(join(copy, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
}

function installed(packages: Record<string, object>): void {
  mkdirSync(join(copy, 'node_modules'), { recursive: true })
  writeFileSync(join(copy, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

function run(words: string[], flags: string[] = [], before: string[] = []): Program {
  const path = `${join(copy, 'bin')}${delimiter}${process.env['PATH']}`
  const env = { ...process.env, PATH: path, npm_config_omit: 'dev', npm_lifecycle_event: 'start' }
  return runProgram(process.execPath, [...flags, 'scripts/run.mjs', ...before, 'target.ts', ...words], {
    cwd: copy,
    env,
  })
}

function linkPinnedNode(): void {
  const name = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const pinned = join(copy, 'node_modules', `${name}-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(pinned, { recursive: true })
  symlinkSync(process.execPath, join(pinned, 'node'))
}

const npmRuns = () => (existsSync(join(copy, 'npm-runs')) ? readFileSync(join(copy, 'npm-runs'), 'utf8') : '')

test('after git clone it installs with one line, then runs the target with its arguments', async () => {
  const program = run(['a', 'b c'])
  expect(await program.ended).toBe(0)
  expect(program.output()).toBe(
    `Installing dependencies with npm ci (first run here) …\nran a+b c on ${process.version}\n`,
  )
  expect(npmRuns()).toBe('npm ci --include=dev --ignore-scripts --no-audit --no-fund\n')
})

test('what this platform gets without a digest is named', async () => {
  const bare = { version: '1.0.0', optional: true }
  lock({
    'node_modules/one': one,
    'node_modules/here': { ...bare, ...platform },
    'node_modules/there': { ...bare, ...elsewhere },
  })
  mkdirSync(join(copy, 'node_modules/here'), { recursive: true })
  const program = run(['a'])
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain('package-lock.json has no digest for here: npm took what the registry')
})

test('it installs once for two that start together, and not again later', async () => {
  const together = [run(['a']), run(['b'])]
  expect(await Promise.all(together.map(({ ended }) => ended))).toEqual([0, 0])
  expect(await run(['c']).ended).toBe(0)
  expect(npmRuns().match(/npm ci/g)).toHaveLength(1)
})

test('it installs again when the lock file has changed', async () => {
  await run(['a']).ended
  lock({ 'node_modules/one': { ...one, version: '1.0.1' } })
  const program = run(['b'])
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain('they are older than package-lock.json')
  expect(npmRuns().match(/npm ci/g)).toHaveLength(2)
})

test.each([
  ['exactly that', { 'node_modules/one': one }, {}, 0],
  ['all but what another platform needs', { 'node_modules/one': one }, { ...elsewhere, optional: true }, 0],
  ['not what this platform needs', { 'node_modules/one': one }, { ...platform, optional: true }, 1],
  ['not a package that everybody needs', { 'node_modules/one': one }, { version: '2.0.0' }, 1],
  ['another version', { 'node_modules/one': { ...one, version: '0.9.0' } }, {}, 1],
  ['more than that', { 'node_modules/one': one, 'node_modules/old': one }, {}, 1],
])('after a developer’s own npm install of %s', async (_what, there, other, runs) => {
  lock({ 'node_modules/one': one, ...(Object.keys(other).length > 0 ? { 'node_modules/other': other } : {}) })
  installed(there)
  expect(await run(['a']).ended).toBe(0)
  expect(npmRuns().match(/npm ci/g) ?? []).toHaveLength(runs)
})

test('when npm fails it says what npm said, and does not run the target', async () => {
  writeFileSync(join(copy, 'npm-fails'), '')
  const program = run(['a'])
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('npm ci failed with exit code 1:\nE404 no such package')
  expect(program.output()).not.toContain('ran')
})

test.each([
  ['was killed', 2 ** 22 + 1],
  ['was killed, its number given to another process', process.pid],
])('an install that %s does not hold up the next', async (_what, pid) => {
  mkdirSync(join(copy, '.data'))
  writeFileSync(join(copy, '.data/installing'), JSON.stringify({ pid, startedAt: '1' }))
  const program = run(['a'])
  expect(await program.ended).toBe(0)
  expect(program.output()).not.toContain('Waiting for process')
})

const half = () => join(copy, 'node_modules/half')
const installLock = () => existsSync(join(copy, '.data/installing'))
const installing = () => readFileSync(join(copy, '.data/installing'), 'utf8')

test('a signal during the installation is passed on and npm waited for; the next start does it anew', async () => {
  writeFileSync(join(copy, 'npm-hangs'), '')
  const program = run(['a'])
  await until('npm installs', () => existsSync(half()))
  program.child.kill('SIGINT')
  await until('npm hears of it', () => npmRuns().includes('asked to end'))
  expect([program.child.exitCode, installLock()]).toEqual([null, true])
  rmSync(join(copy, 'npm-hangs'))
  expect(await program.ended).toBe(130)
  expect(installLock()).toBe(false)
  expect(program.output()).toContain('The installation was stopped; the next start does it anew.')
  expect(program.output()).not.toContain('ran')
  const next = run(['b'])
  expect(await next.ended).toBe(0)
  expect(next.output()).toContain('npm ci (the last installation was not finished)')
})

test('who asks a second time during the installation need not wait for npm', async () => {
  writeFileSync(join(copy, 'npm-hangs'), 'and does not hear')
  const program = run(['a'])
  await until('npm installs', () => existsSync(half()))
  program.child.kill('SIGINT')
  await program.says(/Waiting for npm ci to end/)
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(130)
  expect(installLock()).toBe(false)
})

test('what was there before an installation that was stopped does not count as whole', async () => {
  await run(['a']).ended
  const before = readFileSync(join(copy, 'package-lock.json'))
  lock({ 'node_modules/one': { ...one, version: '1.0.1' } })
  writeFileSync(join(copy, 'npm-hangs'), '')
  const program = run(['b'])
  await until('npm installs', () => existsSync(half()))
  program.child.kill('SIGINT')
  await until('npm hears of it', () => npmRuns().includes('asked to end'))
  rmSync(join(copy, 'npm-hangs'))
  await program.ended
  writeFileSync(join(copy, 'package-lock.json'), before)
  expect(await run(['c']).ended).toBe(0)
  expect(npmRuns().match(/npm ci/g)).toHaveLength(3)
})

test('an installation whose starter was killed goes on and is waited for', async () => {
  writeFileSync(join(copy, 'npm-hangs'), '')
  const killed = run(['a'])
  await until('npm installs', () => existsSync(half()))
  // It starts a moment before its parent has recorded who installs.
  await until('others can know of npm', () => installing().includes('also'))
  killed.child.kill('SIGKILL')
  const next = run(['b'])
  await next.says(/Waiting for process \d+, which is installing dependencies here/)
  expect(npmRuns().match(/npm ci/g)).toHaveLength(1)
  rmSync(join(copy, 'npm-hangs'))
  expect(await next.ended).toBe(0)
})

test.each([
  ['does not match', { 'node_modules/one': { ...one, version: '0.9.0' } }, 1],
  ['lacks what only development needs', { 'node_modules/one': one }, 0],
])('a start that may not install, with a node_modules that %s', async (_what, there, code) => {
  lock({ 'node_modules/one': one, 'node_modules/tool': { version: '2.0.0', dev: true } })
  installed(there)
  const program = run(['a'], [], ['--no-install'])
  expect(await program.ended).toBe(code)
  expect(npmRuns()).toBe('')
  expect(readdirSync(join(copy, 'node_modules'))).toEqual(['.package-lock.json'])
  expect(program.output()).toMatch(
    code === 0
      ? /^ran a on /
      : /^node_modules does not match package-lock\.json, .+ Run npm ci in .+ first\.$/m,
  )
})

/** Runs the command of one of our npm scripts, with another target. */
function npmRun(script: 'serve' | 'start'): Program {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const command = scripts[script]?.replace(/\S+\.ts$/, 'target.ts wait')
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ type: 'module', scripts: { [script]: command } }),
  )
  installed({ 'node_modules/one': one })
  const env = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  return runProgram('npm', ['run', script], { cwd: copy, env: Object.fromEntries(env) })
}

test.each(['serve', 'start'] as const)(
  'SIGTERM to npm run %s ends what it runs, and npm waits for that',
  async (script) => {
    const program = npmRun(script)
    await program.says(/waiting/)
    program.child.kill('SIGTERM')
    // npm passes the exit code on.
    expect(await program.ended).toBe(9)
  },
)

test('an npm that was killed leaves no server behind', async () => {
  const program = npmRun('serve')
  const [, pid] = await program.says(/waiting as (\d+)/)
  program.child.kill('SIGKILL')
  await until('the target has ended', () => !isAlive(Number(pid)))
})

test('an older Node that was killed leaves no server behind', async () => {
  await run(['install']).ended
  linkPinnedNode()
  const program = run(['wait'], oldNode)
  const [, pid] = await program.says(/waiting as (\d+)/)
  program.child.kill('SIGKILL')
  await until('the target has ended', () => !isAlive(Number(pid)))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the exit code is the target’s', async () => {
  expect(await run(['fail']).ended).toBe(7)
})

test('an older Node hands over to the pinned one, with signals and exit code', async () => {
  await run(['install']).ended
  linkPinnedNode()
  expect(await run(['fail'], oldNode).ended).toBe(7)
  const program = run(['wait'], oldNode)
  await program.says(/waiting/)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(9)
})

test('an older Node hands its memory limits over to the pinned one', async () => {
  await run(['install']).ended
  linkPinnedNode()
  const limits = ['--max-semi-space-size=8', '--max-old-space-size=1024']
  const program = run(['flags'], [...oldNode, ...limits])
  expect(await program.ended).toBe(0)
  expect(program.output()).toContain(`flags ${limits.join('+')}\n`)
})

test('an older Node with no pinned one for its platform is told what is needed', async () => {
  const program = run(['a'], oldNode)
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Node 24.12 or newer is needed; this is 20.20.2')
})

test('on Windows it says at once what to do, and installs nothing', async () => {
  const program = run(['a'], onWindows)
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe(
    'Windows is not supported: run this in WSL, the Windows Subsystem for Linux.\n',
  )
  expect(npmRuns()).toBe('')
})
