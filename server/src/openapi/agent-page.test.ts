import { commandShapes } from '@agency-support/contract/modules/agency-command-shapes'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { queuedCommandNames } from '@agency-support/contract/rules/agency-commands'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { previousKeySeconds } from '../lib/agent-key.ts'
import { sandboxConfig } from '../settings/config.ts'
import { agentCalls, agentOpenApiDocument } from './agent-openapi.ts'
import { fillAgentPage } from './agent-page.ts'
import { listFields, type Shape } from './field-rows.ts'
import { toJsonSchema } from './json-schema.ts'

const readPage = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = readPage('docs/agent-protocol.md')
const byHand = page.slice(0, page.indexOf('<!-- generated from here'))

/** The text of a section of the second level. */
function getSection(heading: string): string {
  const [, text = ''] = byHand.split(`\n## ${heading}\n`)
  return text.split('\n## ')[0] ?? ''
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** A line of a table that begins with a field and ends with its meaning. */
const toRow = (path: string, meaning: string): RegExp =>
  new RegExp(`^\\| ${escape(`\`${path}\``)} \\|.*\\| ${escape(meaning.replaceAll('|', '\\|'))} \\|$`, 'm')

function expectInOrder(text: string, words: readonly string[]): void {
  let at = 0
  for (const word of words) {
    const found = text.indexOf(word, at)
    expect(found, `"${word}" after "${text.slice(Math.max(0, at - 40), at)}"`).toBeGreaterThanOrEqual(at)
    at = found + word.length
  }
}

test('[AGENT-01] the generated part of the page is that of the contract and names every call, field, limit and refusal', () => {
  expect(fillAgentPage(page), 'npm run cli -- agent-spec --page docs/agent-protocol.md').toBe(page)
  expect(fillAgentPage(page.replace('| `serverTime` | string |', '| `time` | string |'))).toBe(page)
  expect(() => fillAgentPage('# Nothing')).toThrow('The page must hold the lines')
  expect(agentCalls.length).toBeGreaterThan(15)
  for (const call of agentCalls) {
    const [, rest = ''] = page.split(`\n### \`${call.at.method} ${call.at.path}\`\n`)
    const section = rest.split('\n### ')[0] ?? ''
    expect(section, call.name).toContain(call.about)
    for (const { path, meaning } of listFields(toJsonSchema(call.input, 'input')))
      expect(section).toMatch(toRow(path, meaning))
    for (const [code, says] of Object.values(call.refusals))
      expect(section).toContain(`| ${code} | ${says} |`)
    // The variants of a claimed command stand under Commands.
    if ('item' in call.answer && call !== agencyCommands.claim)
      for (const { path, meaning } of listFields(toJsonSchema(call.answer.item, 'output')))
        expect(section).toMatch(toRow(path, meaning))
    if (call.at.form === 'body')
      expect(section).toContain(`Body at most ${Math.floor(call.maxBody / 1024)} kB.`)
  }
  // A limit of each kind, as the contract has it.
  for (const row of [
    '| `errors` | list of object | at most 5000 |',
    '| `errors[].msg` | string | 0 to 2000 characters |',
    '| `errors[].clientId` | string | pattern `^[0-9]{8}$` |',
    '| `errors[].date` | string | instant |',
    '| `errors[].code` | integer | -2147483648 to 2147483647 |',
    '| `waitSeconds` | integer, optional | 0 to 25; default 0 |',
    '| `outcome` | string | "succeeded", "failed", "interrupted" |',
  ])
    expect(page).toContain(row)
  for (const name of queuedCommandNames)
    expect(page).toContain(`\n### \`${name}\`\n\n${commandShapes[name].about}`)
  for (const kind of ['agencyMultifolder', 'agencyMetrics', 'agencyConfig'])
    expect(page).toContain(`\n### \`${kind}\`\n`)
})

test('the page says what the wire takes: an offset, a byte order mark and gzip, but for an upload', () => {
  const wire = getSection('The wire')
  for (const words of ['with an offset', 'byte order mark', '`Content-Encoding: gzip`', 'unpacked'])
    expect(wire).toContain(words)
  expect(page).toMatch(/^\| 415 \| 415 \|.* gzip.*upload.* \|$/m)
})

test('[AGENT-02] the page holds the sequences in their order', () => {
  expectInOrder(getSection('First contact'), ['key', 'heartbeat', '401', '`users`', 'uploads', 'poll'])
  expectInOrder(getSection('Heartbeat'), ['Every 30 seconds', '`serverTime`', '`alerts`', '`retiresOn`'])
  expectInOrder(getSection('A command from claim to finish'), [
    'claim {',
    'write "begun commandId" durably',
    'acknowledge {',
    'progress {',
    'run; progress',
    'write "ended commandId',
    'finish {',
    'forget commandId',
    'Record durably first, acknowledge afterwards',
    '`unknownCommand`',
  ])
  expectInOrder(getSection('Redelivery after a crash'), [
    'lease',
    '| nothing | false |',
    '| begun, no end |',
    '| ended |',
  ])
  expectInOrder(getSection('An upload, and how it is resumed'), [
    'announces',
    '`offset`',
    'digest',
    'When the connection breaks',
    'go on from there',
    '409',
  ])
})

test('[AGENT-03] the page says for every status and code what to do', () => {
  const rows = getSection('Answer → what to do')
    .split('\n')
    .filter((line) => /^\| (none|\d)/.test(line))
    .map((line) => line.split('|').map((text) => text.trim()))
  for (const [, , , means, act] of rows) {
    expect(means).not.toBe('')
    expect(act, means).toMatch(/later|give up|ask a person|go on|at once|do not repeat|announce/i)
  }
  expect(getSection('Answer → what to do')).toContain(
    '*Later* is: wait for `Retry-After` seconds if the answer has that header, else 250 ms, doubled after each failure up to 30 seconds,',
  )
  // A code means one thing from one call and another from the next.
  const names = (means = '', call: string): boolean => means.includes(`\`${call}\``)
  for (const { at, name, kind, refusals } of agentCalls) {
    const from = at.path.replace('/agent/v1/', '')
    const expected = Object.values(refusals).map(([code]) => [code, from] as const)
    if (kind === 'write') expected.push([409, 'Idempotency-Key'], [422, 'Idempotency-Key'])
    for (const [code, who] of expected) {
      const saying = rows.filter(
        ([, status, listedCode, means]) => `${status} ${listedCode}` === `200 ${code}` && names(means, who),
      )
      expect(saying.length, `${name} ${code}`).toBeGreaterThan(0)
    }
  }
  const listed = new Set(rows.map(([, status, code]) => `${status} ${code}`))
  const { paths } = agentOpenApiDocument() as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  const statuses = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
  )
  const answers = [
    '200 0',
    ...statuses.filter((status) => status !== '200').map((status) => `${status} ${status}`),
    // From the HTTP layer, before the call is known.
    '404 404',
    '408 408',
    '414 414',
    '431 431',
  ]
  expect([...new Set(answers)].filter((answer) => !listed.has(answer))).toEqual([])
  expectInOrder(getSection('Answer → what to do'), [
    '| 200 | 413 |',
    '| 413 | 413 |',
    'The two meanings of 413',
  ])
})

test('[AGENT-04] the page states key hand-over, clocks, rate and lifetimes with the numbers of settings and constants', () => {
  const { agentRate, agentUploadBytes, commandLeaseSeconds } = sandboxConfig({ databaseUrl: '' })
  const settings = readPage('docs/operations.md')
  expect(settings).toContain(`| \`AGENT_RATE\` | \`${agentRate}\` |`)
  expect(settings).toContain(`| \`COMMAND_LEASE_SECONDS\` | \`${commandLeaseSeconds}\` |`)
  expect(settings).toContain(`| \`AGENT_UPLOAD_GB\` | \`${agentUploadBytes / 1e9}\` |`)
  const n = protocolNumbers
  for (const row of [
    `| Lease of a command | ${commandLeaseSeconds} seconds;`,
    `| An \`uploadId\` lives for | ${n.uploadSeconds / 3600} hours |`,
    `| Requests | ${agentRate} in ${n.rateWindowSeconds} seconds,`,
    `| Bytes of files announced | ${agentUploadBytes / 1e9} GB in a day |`,
    `| The key before holds for | ${previousKeySeconds / 60} minutes |`,
    `| Heartbeat expected every | ${n.heartbeatSeconds} seconds |`,
    `| A command waits for | ${n.waitingSeconds / 86_400} days |`,
    `| One that comes back ends after | ${n.maxWaitingSeconds / 86_400} days |`,
  ])
    expect(page).toContain(row)
  expect(getSection('Keys, and how they change hands')).toContain(
    `the key before holds for ${previousKeySeconds / 60} minutes more`,
  )
  expect(getSection('Heartbeat')).toContain(`Every ${n.heartbeatSeconds} seconds`)
  expect(getSection('Answer → what to do')).toContain(`more than ${n.uploadSeconds / 3600} hours ago`)
  expect(getSection('Sending a thing once')).toContain(`Within ${n.idempotencySeconds / 3600} hours`)
  const { properties } = toJsonSchema(agencyCommands.claim.input, 'input') as Shape
  const maximum = properties?.['waitSeconds']?.maximum
  expect(getSection('Lifetimes and rates')).toContain(`\`waitSeconds\` ${maximum}`)
  expectInOrder(getSection('Clocks'), ['`serverTime`', 'Never compare `leaseExpiresAt`', '`fileTimestamp`'])
  expect(getSection('A command from claim to finish')).toContain('progress every 20 seconds')
  expect(commandLeaseSeconds).toBeGreaterThan(2 * 20)
})
