import { allCalls } from '@agency-support/contract'
import { type AnyCall, getNeeds } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import { nestedOk } from '@agency-support/contract/nested-command'
import { P, permissionName } from '@agency-support/contract/permissions'
import type { ServerConfig } from '../settings/config.ts'
import { answerSchema, responses } from './answers.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import { requestHeaders } from './request-headers.ts'
import { sessionCookie } from '../auth/session-cookie.ts'

/** The permissions that a call needs, in words; empty for none. */
export function formatPermissions(call: AnyCall): string {
  const depends = typeof call.needs === 'function'
  const needs = depends ? [] : getNeeds(call, undefined)
  const all = call.access === 'staff' ? [P.CanAccess, ...needs] : needs
  const names = all.map((id) => permissionName(id) ?? String(id)).join(', ')
  return depends ? `${names}, and more by what is asked for` : names
}

/** The limit on a heavy call, in words; empty for any other call. */
export function formatLimit({ heavy }: AnyCall): string {
  return heavy
    ? 'A person may load this once at a time and a server twice; a request too many gets 429 with Retry-After.'
    : ''
}

/** How a caller authenticates; empty for a call that is open to anyone. */
function toSecurity({ access }: AnyCall): Json[] {
  if (access === 'anyone') return []
  if (access === 'provider') return [{ provider: [] }]
  return access === 'agent' ? [{ agencyKey: [] }] : [{ session: [] }]
}

function bodySchema(call: AnyCall): Json {
  const input = toJsonSchema(call.input, 'input')
  const { at } = call
  if (at.form === 'nested')
    return {
      type: 'object',
      properties: { Command: { const: at.command }, [at.command]: input },
      required: ['Command', at.command],
    }
  if (at.form !== 'command') return input
  const properties = { command: { const: at.command }, ...(input['properties'] as Json | undefined) }
  const required = ['command', ...((input['required'] as string[] | undefined) ?? [])]
  return { ...input, type: 'object', properties, required }
}

function describe(call: AnyCall): string {
  const needs = formatPermissions(call)
  const refusals = Object.values(call.refusals).map(([code, says]) => `${code}: ${says}`)
  return [call.about, needs === '' ? '' : `Needs ${needs}.`, formatLimit(call), ...refusals]
    .filter((line) => line !== '')
    .join('\n\n')
}

function parameters(call: AnyCall): Json[] {
  const input = toJsonSchema(call.input, 'input')
  const required = (input['required'] as string[] | undefined) ?? []
  return Object.entries((input['properties'] as Json | undefined) ?? {}).map(([name, schema]) => {
    const inPath = call.at.path.includes(`{${name}}`)
    return { name, in: inPath ? 'path' : 'query', required: inPath || required.includes(name), schema }
  })
}

function toRequest(call: AnyCall): Json {
  const body = (content: Json): Json => ({ requestBody: { required: true, content } })
  const headers = requestHeaders([call])
  if (call.at.form === 'query') return { parameters: [...parameters(call), ...headers] }
  if (call.at.form === 'upload')
    return { parameters: parameters(call), ...body({ 'application/octet-stream': {} }) }
  if (call.at.form === 'multipart') {
    const { part } = call.at
    const properties = { [part]: { type: 'string', format: 'binary' } }
    const schema = { type: 'object', properties, required: [part] }
    return { parameters: [...parameters(call), ...headers], ...body({ 'multipart/form-data': { schema } }) }
  }
  if (call.at.form === 'hook') return body({ '*/*': { schema: toJsonSchema(call.input, 'input') } })
  return { parameters: headers, ...body({ 'application/json': { schema: bodySchema(call) } }) }
}

/** The operation of a call that has a path and method of its own. */
export function singleOperation(call: AnyCall): Json {
  return {
    operationId: `${call.module}.${call.name}`,
    tags: [call.module],
    summary: call.about,
    description: describe(call),
    security: toSecurity(call),
    ...toRequest(call),
    responses: responses([call]),
  }
}

const toReference = (name: string): string => `#/components/schemas/${name}`

/** The operation for several commands of one path; its body is distinguished by `command` or `Command`. */
function commandOperation(path: string, calls: readonly AnyCall[], schemas: Json): Json {
  const mapping: Record<string, string> = {}
  const answers: Record<string, Json> = {}
  let propertyName = 'command'
  for (const one of calls) {
    const { at } = one
    if (at.form !== 'command' && at.form !== 'nested') continue
    propertyName = at.form === 'command' ? 'command' : 'Command'
    // Two paths may have a command with the same name.
    const name = at.command in schemas ? `${at.command}.${one.name}` : at.command
    schemas[name] = { ...bodySchema(one), description: describe(one) }
    mapping[at.command] = toReference(name)
    const answer = answerSchema(one)
    if (answer === undefined) continue
    schemas[`${name}Answer`] = answer
    answers[at.command] = { $ref: toReference(`${name}Answer`) }
  }
  return {
    operationId: `commands${path.replaceAll('/', '.')}`,
    tags: [...new Set(calls.map(({ module }) => module))],
    summary: `Commands: ${Object.keys(mapping).join(', ')}`,
    security: calls.every(({ access }) => access === 'anyone') ? [] : [{ session: [] }],
    parameters: requestHeaders(calls),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
            discriminator: { propertyName, mapping },
          },
        },
      },
    },
    responses: responses(calls, { anyOf: Object.values(answers) }),
    // OpenAPI cannot say which answer belongs to which body.
    'x-answers': answers,
  }
}

/** The calls that this installation serves. */
export function servedCalls(config: Pick<ServerConfig, 'signInByGet'>): AnyCall[] {
  return allCalls.filter(({ at }) => at.form !== 'query' || at.onlyWith === undefined || config.signInByGet)
}

/** Rules for every call, a sentence or more each. */
export const conventions: readonly string[] = [
  'Every call of the console, from the same contract the server checks.',
  `JSON with HTTP 200 is an envelope of code, message and data, unless a call says otherwise. Code ${Code.ok} is success, for what is asked for by Command ${nestedOk}; ${Code.none} says that there is nothing of the kind or nothing left to do. Any other code is a refusal: each call names those it knows, with their sentences. With another HTTP status the code repeats the status.`,
  'Several commands share one address and method; x-answers names the answer of each.',
  'Who shows the cookie of a session also sends Origin with the address of this server, as browsers do, with whatever changes something or is written down; without it the answer is 400. There are no cross-origin requests.',
  'A session ends 30 minutes after the last input of its person, which X-Idle-Seconds tells, 60 minutes after it was renewed, and twelve hours after the sign-in.',
]

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(config: Pick<ServerConfig, 'signInByGet' | 'publicOrigin'>): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  const groups = Map.groupBy(servedCalls(config), ({ at }) => `${at.method} ${at.path}`)
  for (const calls of groups.values()) {
    const [first] = calls
    if (first === undefined) continue
    const { at } = first
    const operation = 'command' in at ? commandOperation(at.path, calls, schemas) : singleOperation(first)
    paths[at.path] = { ...paths[at.path], [at.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agency Support',
      version: '1',
      description: conventions.join('\n\n'),
    },
    servers: [{ url: config.publicOrigin }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie({ ...config, cookieCrossSite: false }).name,
          description: 'The session of a person, set by the sign-in.',
        },
        provider: {
          type: 'http',
          scheme: 'basic',
          description:
            "A webhook of a provider: Basic credentials, or SendGrid's signature over the body in its own headers.",
        },
        agencyKey: {
          type: 'http',
          scheme: 'bearer',
          description: "The key of an agency's own software: agency id, a dot and a secret.",
        },
      },
    },
  }
}
