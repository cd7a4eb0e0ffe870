import { taskLabels } from '@agency-support/contract/rules/operations'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../test/program.ts'
import { errorFacts, shortFacts } from './log.ts'

const log = new URL('./log.ts', import.meta.url).href

test.each([
  ['an error', "setImmediate(() => { throw new Error('nobody caught it', { cause: new Error('deeper') }) })"],
  ['a rejection', "Promise.reject(new Error('nobody caught it', { cause: new Error('deeper') }))"],
])('%s that nobody caught is in the log, and ends the process with 1', async (_what, statement) => {
  const source = `import { logLastError, openLog } from '${log}'\nlogLastError(openLog('info'))\n${statement}`
  const program = runProgram(process.execPath, ['--input-type=module', '--eval', source])
  expect(await program.ended).toBe(1)
  const line = program
    .output()
    .split('\n')
    .find((one) => one.startsWith('{'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'error',
    event: 'process.failed',
    error: 'nobody caught it',
    cause: { error: 'deeper' },
  })
})

test('each line is JSON with time, level, process and event; what lies below the level is dropped', async () => {
  const source = `import { openLog } from '${log}'
    const { info, warn } = openLog('warn')
    info('quiet')
    warn('heard', { count: 3 })
    openLog('silent').error('nothing')`
  const program = runProgram(process.execPath, ['--input-type=module', '--eval', source])
  expect(await program.ended).toBe(0)
  const lines = program.output().trim().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      level: 'warn',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      pid: expect.any(Number),
      hostname: hostname(),
      event: 'heard',
      count: 3,
    },
  ])
})

test('a full disk ends no process; lines wait for room, and those that were lost are counted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'log')
  // The first free number is given again, so the same output first leads to a full disk and then to a file.
  const source = `import { closeSync, openSync } from 'node:fs'
    import { openLog, outputTo } from '${log}'
    const full = openSync('/dev/full', 'w')
    const { info } = openLog('info', outputTo(full))
    for (let count = 0; count < 2_000; count += 1) info('waits', { count, text: 'x'.repeat(1_000) })
    closeSync(full)
    if (openSync(${JSON.stringify(path)}, 'w') !== full) throw new Error('another number')
    info('waits', { count: 2_000, text: 'x'.repeat(1_000) })`
  const program = runProgram(process.execPath, ['--input-type=module', '--eval', source])
  expect({ code: await program.ended, output: program.output() }).toEqual({ code: 0, output: '' })
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const waited = entries.filter(({ event }) => event === 'waits')
  expect(waited.map(({ count }) => count)).toEqual(waited.map((_, index) => index))
  expect(waited.length).toBeGreaterThan(500)
  const [lost] = entries.filter(({ event }) => event === 'log.lost')
  expect(Number(lost?.['lines']) + waited.length).toBe(2_001)
})

test('a log whose reader has gone ends no process', async () => {
  const source = `import { openLog } from '${log}'
    const { info } = openLog('info')
    for (let count = 0; count < 100; count += 1) info('unread', { text: 'x'.repeat(10_000) })
    setImmediate(() => process.exit(7))`
  const program = runProgram('bash', [
    '-c',
    '"$0" --input-type=module --eval "$1" | exec true; exit "${PIPESTATUS[0]}"',
    process.execPath,
    source,
  ])
  expect({ code: await program.ended, output: program.output() }).toEqual({ code: 7, output: '' })
})

test('of a copied error the message is logged, too, and of anything else its text', () => {
  const copy = { message: 'gone', code: 'ECONNRESET', queue: 'work' }
  expect(errorFacts(copy)).toMatchObject({ error: 'gone', code: 'ECONNRESET' })
  expect(shortFacts(copy)).toEqual({ error: 'gone', code: 'ECONNRESET' })
  for (const odd of ['gone', undefined, 7]) {
    expect(errorFacts(odd)).toEqual({ error: String(odd) })
    expect(shortFacts(odd)).toEqual({ error: String(odd) })
  }
})

test('what others wrote forges no line and steers no terminal', async () => {
  const forged = 'x\r\n{"level":"info","event":"journal.sealed"}\u2028\u001b[2J\u001b]0;title\u0007\0'
  const source = `import { logWarning, openLog } from '${log}'
    const forged = ${JSON.stringify(forged)}
    const { info, warn } = openLog('info')
    info(forged, { name: forged, [forged]: 1 })
    logWarning({ warn }, 'failed', new Error(forged, { cause: new Error(forged) }))`
  const program = runProgram(process.execPath, ['--input-type=module', '--eval', source])
  expect(await program.ended).toBe(0)
  const lines = program
    .output()
    .trim()
    .split(/\r\n|[\n\r]/)
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: forged, name: forged, [forged]: 1 },
    { event: 'failed', error: forged, cause: { error: forged } },
  ])
  // JSON escapes control characters.
  for (const sign of ['\0', '\u0007', '\u001b']) expect(program.output()).not.toContain(sign)
})

/** What the first group of a pattern finds in the server's sources. */
async function findInSources(pattern: RegExp): Promise<Set<string>> {
  const found = new Set<string>()
  const cwd = join(import.meta.dirname, '..')
  for await (const path of glob('**/*.ts', { cwd, exclude: ['**/*.test.ts'] })) {
    const source = await readFile(join(cwd, path), 'utf8')
    for (const [, text = ''] of source.matchAll(pattern)) found.add(text)
  }
  return found
}

test('docs/operations.md says what to do about each event', async () => {
  const logged = /(?:\blog\??\.(?:info|warn|error)\(|\blogWarning\([^,]+, |\brepeat\()\s*'([^']+)'/g
  const events = await findInSources(logged)
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  expect(events.size).toBeGreaterThan(40)
  expect([...events].filter((event) => !page.includes(`\`${event}\``))).toEqual([])
})

test('each task that is repeated has words for people', async () => {
  const tasks = await findInSources(/(?<![.\w])repeat\(\s*'([^']+)'/g)
  expect([...tasks].toSorted()).toEqual(Object.keys(taskLabels).toSorted())
})
