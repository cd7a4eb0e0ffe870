import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Program, runProgram } from '../server/test/program.ts'
import { root } from './entry.ts'

const platform = { os: [process.platform], cpu: [process.arch] }
const elsewhere = { os: ['aix'], cpu: ['ppc64'] }
const one = { version: '1.0.0', integrity: 'sha512-one' }

// Stands in for npm: notes that it ran and with what, and installs what the lock file says.
const fakeNpm = `#!/bin/sh
echo "npm $*" >> npm-runs
env | grep -i '^npm_' >> npm-runs
[ -e npm-fails ] && { echo "E404 no such package"; exit 1; }
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json
`
const target = `
const words: string[] = process.argv.slice(2)
console.log('ran', words.join('+'), 'on', process.version)
if (words[0] === 'fail') process.exitCode = 7
if (words[0] === 'wait') {
  process.once('SIGTERM', () => process.exit(9))
  console.log('waiting')
  setInterval(() => undefined, 1000)
}
`
// Makes this Node believe that it is an old one.
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
  for (const name of ['run.mjs', 'ensure-installed.mjs'])
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

function run(words: string[], flags: string[] = []): Program {
  const path = `${join(copy, 'bin')}${delimiter}${process.env['PATH']}`
  const env = { ...process.env, PATH: path, npm_config_omit: 'dev', npm_lifecycle_event: 'start' }
  return runProgram(process.execPath, [...flags, 'scripts/run.mjs', 'target.ts', ...words], {
    cwd: copy,
    env,
  })
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

test('an install that was killed does not hold up the next', async () => {
  mkdirSync(join(copy, '.data'))
  writeFileSync(join(copy, '.data/installing'), String(2 ** 22 + 1))
  expect(await run(['a']).ended).toBe(0)
})

test('the exit code is the target’s', async () => {
  expect(await run(['fail']).ended).toBe(7)
})

test('an older Node hands over to the pinned one, with signals and exit code', async () => {
  const name = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const pinned = join(copy, 'node_modules', `${name}-${process.platform}-${process.arch}`, 'bin')
  await run(['install']).ended
  mkdirSync(pinned, { recursive: true })
  symlinkSync(process.execPath, join(pinned, 'node'))
  expect(await run(['fail'], oldNode).ended).toBe(7)
  const program = run(['wait'], oldNode)
  await program.says(/waiting/)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(9)
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
