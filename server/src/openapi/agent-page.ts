import { type AnyCall, takesIdempotencyKey } from '@agency-support/contract/call'
import { commandShapes } from '@agency-support/contract/modules/agency-command-shapes'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { fileFormats } from '@agency-support/contract/modules/agency-file-formats'
import {
  newestProtocol,
  protocolNumbers,
  protocolVersions,
} from '@agency-support/contract/rules/agent-protocol'
import type { z } from 'zod'
import { previousKeySeconds } from '../lib/agent-key.ts'
import { sandboxConfig } from '../settings/config.ts'
import { agentCalls } from './agent-openapi.ts'
import { listFields, type Shape } from './field-rows.ts'
import { toJsonSchema } from './json-schema.ts'

const begin = '<!-- generated from here: npm run cli -- agent-spec --page docs/agent-protocol.md -->'
const end = '<!-- generated to here -->'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function fieldTable(schema: z.ZodType, io: 'input' | 'output'): string {
  const rows = listFields(toJsonSchema(schema, io))
  if (rows.length === 0) return ''
  return table(
    ['Field', 'Type', 'Limits', 'Meaning'],
    rows.map(({ path, type, limits, meaning, required }) => [
      `\`${path}\``,
      required || io === 'output' ? type : `${type}, optional`,
      limits,
      meaning,
    ]),
  )
}

/** A claim returns one of several commands; their common fields are listed once. */
function answerTable(call: AnyCall): string {
  const { answer } = call
  if (!('item' in answer)) return ''
  if (call !== agencyCommands.claim) return fieldTable(answer.item, 'output')
  const { oneOf = [], anyOf = oneOf } = toJsonSchema(answer.item, 'output') as Shape
  const [{ properties = {} } = {}] = anyOf
  const common = { ...properties, command: { type: 'string', description: 'Its name, see Commands.' } }
  const argument = { type: 'string', description: 'What to work with, see Commands.' }
  const rows = listFields({ properties: { ...common, argument } })
  return table(
    ['Field', 'Type', 'Meaning'],
    rows.map(({ path, type, meaning }) => [`\`${path}\``, type, meaning]),
  )
}

function describeAnswer({ answer }: AnyCall): string {
  if (answer.form === 'one') return 'Answer: one object, `data[0]`.'
  if (answer.form === 'many') return 'Answer: a list, `data`.'
  return answer.form === 'nothing'
    ? 'Answer: `data` is empty.'
    : 'Answer: the document itself, without an envelope.'
}

function listNames(data: z.ZodType): string {
  return listFields(toJsonSchema(data, 'output'))
    .map(({ path }) => `\`${path}\``)
    .join(', ')
}

function section(call: AnyCall): string {
  const { at, about, maxBody } = call
  const size =
    at.form === 'upload'
      ? 'The body is bytes, as many as were announced.'
      : `Body at most ${Math.floor(maxBody / 1024)} kB.`
  const once = takesIdempotencyKey(call) ? ' Takes `Idempotency-Key`.' : ''
  const input = fieldTable(call.input, 'input')
  const refusals = Object.values(call.refusals).map(([code, says, data]) => [
    String(code),
    says,
    data === undefined ? '' : listNames(data),
  ])
  return [
    `### \`${at.method} ${at.path}\``,
    `${about} ${at.method === 'GET' ? '' : size}${once}`.trim(),
    input === '' ? 'No fields.' : input,
    describeAnswer(call),
    answerTable(call),
    refusals.length === 0 ? '' : table(['Refusal (HTTP 200)', 'Message', '`data[0]`'], refusals),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function commandSection([name, { about, argument, result }]: [
  string,
  (typeof commandShapes)[keyof typeof commandShapes],
]): string {
  const [row] = listFields({ properties: { argument: toJsonSchema(argument, 'output') } })
  const takes = `Argument: ${row?.meaning ?? ''}${row === undefined || row.limits === '' ? '' : ` (${row.limits})`}`
  const fields = fieldTable(result, 'input')
  return [`### \`${name}\``, about, takes, fields === '' ? 'Result: `{}`.' : `Result:\n\n${fields}`].join(
    '\n\n',
  )
}

const minutes = (seconds: number): string => `${seconds / 60} minutes`
const hours = (seconds: number): string => `${seconds / 3600} hours`

/** Numbers from settings (with their defaults) and constants of the server. */
function numbersTable(): string {
  const { agentRate, agentUploadBytes, commandLeaseSeconds } = sandboxConfig({ databaseUrl: '' })
  const n = protocolNumbers
  return table(
    ['Number', 'Value', 'Where from'],
    [
      ['Heartbeat expected every', `${n.heartbeatSeconds} seconds`, 'fixed'],
      ['Shown as away after', `${n.connectedSeconds} seconds without a heartbeat or a poll`, 'fixed'],
      [
        'Lease of a command',
        `${commandLeaseSeconds} seconds; \`leaseExpiresAt\` says when`,
        '`COMMAND_LEASE_SECONDS`',
      ],
      ['A command waits for', `${n.waitingSeconds / 86_400} days`, 'fixed'],
      ['One that comes back ends after', `${n.maxWaitingSeconds / 86_400} days`, 'fixed'],
      ['An `uploadId` lives for', hours(n.uploadSeconds), 'fixed'],
      ['A report in parts is kept for', hours(n.reportSeconds), 'fixed'],
      ['Parts of a report', String(n.maxReportParts), 'fixed'],
      ['Entries of all parts together', `${n.maxReportBytes / 1024} kB of JSON`, 'fixed'],
      ['Uploads open at once', String(n.maxOpenUploads), 'fixed'],
      [
        'Requests',
        `${agentRate} in ${n.rateWindowSeconds} seconds, uploads and polls included`,
        '`AGENT_RATE`',
      ],
      ['Bytes of files announced', `${agentUploadBytes / 1e9} GB in a day`, '`AGENT_UPLOAD_GB`'],
      ['The key before holds for', minutes(previousKeySeconds), 'fixed'],
      ['An `Idempotency-Key` is known for', hours(n.idempotencySeconds), 'fixed'],
    ],
  )
}

/** The generated part of the page: calls, commands, files and numbers. */
function reference(): string {
  const versions = protocolVersions.map(({ version, brings }) => [
    version === newestProtocol ? `${version}, the newest` : String(version),
    brings,
  ])
  const files = Object.entries(fileFormats).map(
    ([kind, { about, shape }]) =>
      `### \`${kind}\`\n\n${about} JSON; fields that are not named here are passed over.\n\n${fieldTable(shape, 'input')}`,
  )
  return [
    '## Numbers',
    numbersTable(),
    '## Versions',
    table(['Version', 'Brings'], versions),
    '## Calls',
    ...agentCalls.map(section),
    '## Commands',
    ...Object.entries(commandShapes).map(commandSection),
    '## Files that are read',
    ...files,
  ].join('\n\n')
}

/** The page with its generated part replaced; throws if the page has no markers for it. */
export function fillAgentPage(page: string): string {
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The page must hold the lines "${begin}" and "${end}".`)
  return `${before}${begin}\n\n${reference()}\n\n${end}${after}`
}
