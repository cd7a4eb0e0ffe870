import { allCalls } from '@agency-support/contract'
import type { AnyCall } from '@agency-support/contract/call'
import { commandShapes } from '@agency-support/contract/modules/agency-command-shapes'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { fileFormats } from '@agency-support/contract/modules/agency-file-formats'
import { newestProtocol } from '@agency-support/contract/rules/agent-protocol'
import { failure, laterFailure } from './answers.ts'
import { type Json, toJsonSchema } from './json-schema.ts'
import { singleOperation } from './openapi.ts'

/** The calls of the agents' protocol, in the order of the contract. */
export const agentCalls: readonly AnyCall[] = allCalls.filter(({ at }) => at.path.startsWith('/agent/v1/'))

/** Every HTTP status other than 200 that a call can answer with, and its meaning. */
const failures = {
  400: { ...failure, description: 'The request is not one of this call; the message names the field.' },
  401: { ...failure, description: 'No key, or one that is not known or no longer holds.' },
  413: {
    ...failure,
    description: 'The body is longer than the call takes. Code 413 with HTTP 200 is another matter.',
  },
  415: { ...failure, description: 'The body is of another type, or packed in a way that is not taken.' },
  429: { ...laterFailure, description: 'Too many requests of this agency.' },
  500: { ...failure, description: 'A fault of the server; the message holds the number of the request.' },
  503: { ...laterFailure, description: 'The server or its database is away for a moment.' },
}

const toReference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

function listSchemas(): Json {
  const commands = Object.entries(commandShapes).flatMap(([name, { about, argument, result }]) => [
    [`argument.${name}`, { ...toJsonSchema(argument, 'output'), title: `Argument of ${name}` }],
    [`result.${name}`, { ...toJsonSchema(result, 'input'), title: `Result of ${name}: ${about}` }],
  ])
  const files = Object.entries(fileFormats).map(([kind, { about, shape }]) => [
    `file.${kind}`,
    { ...toJsonSchema(shape, 'input'), title: about },
  ])
  return Object.fromEntries([...commands, ...files]) as Json
}

function toOperation(call: AnyCall): Json {
  const operation = singleOperation(call)
  const { 200: answer } = operation['responses'] as Json
  const documented = { ...operation, responses: { 200: answer, ...failures } }
  if (call !== agencyCommands.finish) return documented
  const { requestBody } = documented as unknown as {
    requestBody: { content: { 'application/json': { schema: { properties: Json } } } }
  }
  const { properties } = requestBody.content['application/json'].schema
  properties['result'] = {
    description: 'What the command came to: the result of the command that ends.',
    anyOf: Object.keys(commandShapes).map((name) => toReference(`result.${name}`)),
  }
  return documented
}

/** The agents' protocol as an OpenAPI 3.1 document: only its calls, with the commands and the files. */
export function agentOpenApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const call of agentCalls)
    paths[call.at.path] = { ...paths[call.at.path], [call.at.method.toLowerCase()]: toOperation(call) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agency Support, the protocol of agencies’ software',
      version: String(newestProtocol),
      description:
        'What an agency’s own software says to Agency Support. Sequences, clocks and what to do with each answer stand in docs/agent-protocol.md.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: listSchemas(),
      securitySchemes: {
        agencyKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of the agency: its id, a dot and a secret.',
        },
      },
    },
  }
}

/** The document as it is served and committed. */
export function agentOpenApiText(): string {
  return `${JSON.stringify(agentOpenApiDocument(), null, 2)}\n`
}
