import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliOn } from '../../../test/cli-run.ts'
import { agentCalls } from '../../openapi/agent-openapi.ts'
import { runCli } from '../main.ts'
import { checks } from './agent-check.ts'
import { answerCall } from './scripted-answers.ts'
import { ScriptedQueue } from './scripted-queue.ts'
import { ScriptedUploads } from './scripted-uploads.ts'

const reference = new URL('../../../../sandbox/src/reference-agent.ts', import.meta.url)
const node = JSON.stringify(process.execPath)
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agents-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command line without a database. */
const cli = cliOn(
  (argv, { out, err, input }) =>
    runCli(argv, { out, err, input, config: () => Promise.reject(new Error('no database is needed')) }),
  '',
)

/** The reference program with parts of its source replaced; returns the command that starts it. */
function spoil(name: string, exchanges: readonly (readonly [from: string, to: string])[]): string {
  let source = readFileSync(reference, 'utf8')
  for (const [from, to] of exchanges) {
    expect(source.split(from), from).toHaveLength(2)
    source = source.replace(from, () => to)
  }
  mkdirSync(join(folder, name))
  const file = join(folder, name, 'agent.ts')
  writeFileSync(file, source)
  return `${node} ${JSON.stringify(file)}`
}

const recordFirst = `  remember({ of: commandId, what: 'begun' })
  await post('/agent/v1/commands/acknowledge', { commandId, attempt })`
const acknowledgeFirst = `  await post('/agent/v1/commands/acknowledge', { commandId, attempt })
  remember({ of: commandId, what: 'begun' })`
const look = 'if (claimed.begun || before !== undefined)'
const lookNowhere = 'if (commandId < 0)'
const known = 'if (before?.ending !== undefined) return finish(claimed, before.ending)'
const sendKey = `, { 'idempotency-key': idempotencyKey })`
const headers = 'await exchange(path, type, body, headers)'
const newKey = `await exchange(path, type, body, 'idempotency-key' in headers ? { 'idempotency-key': randomUUID() } : headers)`
const serve = `async function serveCommands(): Promise<never> {
`
/** Beginning with its second life, for each of which the log has a line. */
const serveOnce = `${serve}  if (readFileSync(logFile, 'utf8').split(' started.').length > 2) await new Promise(() => {})
`
const leaveBegun = `${look} return
  ${lookNowhere}`
const resume = 'offset = (data[0] as OpenUpload).offset\n'
const httpsAgent = 'new HttpsAgent({ keepAlive: true, ca })'

const second = new URL('../../../../docs/agent-protocol/agent.py', import.meta.url)
const simulator = new URL('../../../../sandbox/src/agencies/alone.ts', import.meta.url)

test('[AGENT-21][AGENT-22][AGENT-28] the reference, the simulator and 200 lines of Python pass the kit, which prints a line for everything that holds', {
  timeout: 180_000,
}, async () => {
  if (spawnSync('python3', ['--version']).status !== 0)
    throw new Error(
      'python3 is missing, and with it the second program to try. On Debian: apt install python3',
    )
  expect(readFileSync(second, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(200)
  const programs = [
    `${node} ${JSON.stringify(reference.pathname)}`,
    `${node} ${JSON.stringify(simulator.pathname)}`,
    `python3 ${JSON.stringify(second.pathname)}`,
  ]
  const check = (command: string) => cli(['agent-check', '--command', command, '--patience', '60'])
  for (const { code, out, err } of await Promise.all(programs.map(check))) {
    const failing = out.split('\n').filter((line) => line.startsWith('FAILS '))
    expect([failing, err, code]).toEqual([[], '', 0])
    for (const { name, title } of checks) expect(out).toContain(`holds  ${name.padEnd(17)}  ${title}\n`)
    expect(out.endsWith(`All ${checks.length + 1} hold.\n`)).toBe(true)
  }
})

/** Programs with one defect each, the row of the ledger it proves, and the kit's message. */
const spoiled = [
  {
    row: 'AGENT-22',
    wrong: 'that acknowledges before it records',
    check: 'record',
    exchanges: [[recordFirst, acknowledgeFirst]],
    says: 'nothing had been written to AGENCY_STATE_DIR',
  },
  {
    row: 'AGENT-23',
    wrong: 'that runs a begun command again after a kill',
    check: 'kill-running',
    exchanges: [[look, lookNowhere]],
    says: 'it ran the command a second time',
  },
  {
    row: 'AGENT-23',
    wrong: 'that leaves a begun command unreported after a kill',
    check: 'kill-running',
    exchanges: [[look, leaveBegun]],
    says: 'it was never told how the command ended',
  },
  {
    row: 'AGENT-23',
    wrong: 'that takes no command after a kill, and so leaves the one it was handed unreported',
    check: 'kill-claimed',
    exchanges: [[serve, serveOnce]],
    says: 'it was never told how the command ended',
  },
  {
    row: 'AGENT-23',
    wrong: 'that leaves an acknowledged command unreported after a kill',
    check: 'kill-acknowledged',
    exchanges: [[look, leaveBegun]],
    says: 'it was never told how the command ended',
  },
  {
    row: 'AGENT-23',
    wrong: 'that runs a command again after a kill before its end was taken',
    check: 'kill-finished',
    exchanges: [
      [known, ''],
      [look, lookNowhere],
    ],
    says: 'it ran the command a second time',
  },
  {
    row: 'AGENT-23',
    wrong: 'that leaves an end unreported that was not taken before a kill',
    check: 'kill-finished',
    exchanges: [[known, 'if (before?.ending !== undefined) return']],
    says: 'it was never told how the command ended',
  },
  {
    row: 'AGENT-24',
    wrong: 'that does not resume an upload',
    check: 'upload',
    exchanges: [[resume, `if (code === 409) throw new Error(message)\n    ${resume}`]],
    says: 'it gave the upload up when the connection broke',
  },
  {
    row: 'AGENT-24',
    wrong: 'that sends an upload on from another byte than it is asked for',
    check: 'upload',
    exchanges: [[resume, 'offset = code === 0 ? (data[0] as OpenUpload).offset : 0\n']],
    says: 'it sends from byte 0 although the upload goes on at byte',
  },
  {
    row: 'AGENT-24',
    wrong: 'that comes back before Retry-After has passed',
    check: 'retry-after',
    exchanges: [['Math.max(answer?.retryAfterMs ?? 0, backoff)', 'backoff']],
    says: 'Retry-After: 2 was answered, and /agent/v1/commands/claim came again after',
  },
  {
    row: 'AGENT-25',
    wrong: 'that repeats a seat request under a new Idempotency-Key',
    check: 'idempotency-key',
    exchanges: [[headers, newKey]],
    says: 'repeated under another Idempotency-Key',
  },
  {
    row: 'AGENT-25',
    wrong: 'that files a seat request without an Idempotency-Key',
    check: 'idempotency-key',
    exchanges: [[sendKey, ', {})']],
    says: 'came without an Idempotency-Key',
  },
  {
    row: 'AGENT-26',
    wrong: 'that trusts any certificate',
    check: 'tls-untrusted',
    exchanges: [[httpsAgent, 'new HttpsAgent({ keepAlive: true, ca, rejectUnauthorized: false })']],
    says: 'it sent its key to a server whose certificate it must not trust',
  },
  {
    row: 'AGENT-26',
    wrong: 'that does not look whose certificate it is',
    check: 'tls-other-host',
    exchanges: [
      [httpsAgent, 'new HttpsAgent({ keepAlive: true, ca, checkServerIdentity: () => undefined })'],
    ],
    says: 'it sent its key to a server whose certificate it must not trust',
  },
  {
    row: 'AGENT-27',
    wrong: 'that says nothing of an unknown command',
    check: 'unknown',
    exchanges: [[known, `if (claimed.command !== 'log') return\n  ${known}`]],
    says: 'it said nothing of the unknown command rebuildArchive, and went on with others',
  },
  {
    row: 'AGENT-27',
    wrong: 'that does not name the reason why it does not carry out an unknown command',
    check: 'unknown',
    exchanges: [[", reason: 'unknownCommand' }", ' }']],
    says: 'it reports failed without the reason unknownCommand',
  },
  {
    row: 'AGENT-27',
    wrong: 'that runs a command again that is delivered twice',
    check: 'redelivery',
    exchanges: [
      [known, ''],
      [look, lookNowhere],
    ],
    says: 'it ran the command a second time',
  },
  {
    row: '',
    wrong: 'that reports what it was handed but never ran',
    check: 'begun',
    exchanges: [[look, lookNowhere]],
    says: 'it ran a command that had been begun',
  },
  {
    row: '',
    wrong: 'whose result does not fit its command',
    check: 'contact',
    exchanges: [
      [
        "outcome: 'succeeded',\n  output: 'Sent.\\n',",
        "outcome: 'succeeded',\n  output: 'Sent.\\n',\n  result: { logs: 1 },",
      ],
    ],
    says: '/agent/v1/commands/finish: result.logs does not fit the command log: logs must be a list.',
  },
  {
    row: '',
    wrong: 'that ends before it calls',
    check: 'contact',
    exchanges: [["need('AGENCY_KEY')", "need('AGENCY_KEYS')"]],
    says: 'no heartbeat came: it ended by itself (1)',
  },
  {
    row: '',
    wrong: 'that shows a wrong key',
    check: 'contact',
    exchanges: [['`Bearer ${key}`', '`Bearer ${key}x`']],
    says: "/agent/v1/heartbeat came without the agency's key.",
  },
] as const
type Spoiled = (typeof spoiled)[number]

const ofRow = (row: Spoiled['row']): Spoiled[] => spoiled.filter((one) => one.row === row)

async function expectFails({ wrong, check, exchanges, says }: Spoiled): Promise<void> {
  const command = spoil(wrong.replaceAll(/\W+/g, '-'), exchanges)
  const words = ['agent-check', '--command', command, '--only', check, '--patience', '10']
  const { code, out, err } = await cli(words)
  expect(out).toContain(says)
  const lines = out.trimEnd().split('\n')
  expect(lines.map((line) => /^(?:FAILS|holds) +([\w-]+) /.exec(line)?.[1])).toEqual([check, 'contract'])
  expect(lines.find((line) => line.includes(says))).toMatch(/^FAILS /)
  expect([code, err]).toEqual([1, expect.stringMatching(/^[12] of 2 do not hold\.\n$/)])
}

test.concurrent.each(ofRow('AGENT-22'))('[AGENT-22] a program $wrong fails', expectFails)
test.concurrent.each(ofRow('AGENT-23'))('[AGENT-23] a program $wrong fails', expectFails)
test.concurrent.each(ofRow('AGENT-24'))('[AGENT-24] a program $wrong fails', expectFails)
test.concurrent.each(ofRow('AGENT-25'))('[AGENT-25] a program $wrong fails', expectFails)
test.concurrent.each(ofRow('AGENT-26'))('[AGENT-26] a program $wrong fails', expectFails)
test.concurrent.each(ofRow('AGENT-27'))('[AGENT-27] a program $wrong fails', expectFails)
test.concurrent.each(ofRow(''))('a program $wrong fails', expectFails)

test('every agent call of the contract has an answer that fits it', () => {
  const state = { queue: new ScriptedQueue(), uploads: new ScriptedUploads() }
  const taken = agentCalls.filter(({ refusals, at }) => !('unknown' in refusals) && at.form !== 'upload')
  expect(taken.length).toBeGreaterThan(10)
  const own = ['/agent/v1/commands/claim', '/agent/v1/uploads', '/agent/v1/uploads/finish']
  for (const call of taken.filter(({ at }) => !own.includes(at.path)))
    expect(answerCall(call, {}, state).code, call.at.path).toBe(0)
})

test.each([
  [[], '--command is missing: how is the program started? For example "python3 agent.py".\n'],
  [
    ['--command', 'true', '--patience', '0'],
    'The option --patience must be a whole number from 1 to 3600.\n',
  ],
])('agent-check %j says what is wrong', async (words, err) => {
  expect(await cli(['agent-check', ...words])).toEqual({ code: 1, out: '', err })
})

test('a check that there is none of is named, with those that there are', async () => {
  const { code, err } = await cli(['agent-check', '--command', 'true', '--only', 'contact,speed'])
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^There is no check "speed"\. Known are: contact, record, /),
  ])
})
