import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allCalls } from '@agency-support/contract'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { queuedCommandNames } from '@agency-support/contract/rules/agency-commands'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../test/use-server.ts'
import { cliOn } from '../../test/cli-run.ts'
import { runCli } from './main.ts'

interface Operation {
  operationId: string
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, object> } }> }
  responses: Record<string, { description: string; headers?: object }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, { type: string }> }
}

const server = useServer()

/** The command line without a database. */
const cli = cliOn(
  (argv, { out, err, input }) =>
    runCli(argv, { out, err, input, config: () => Promise.reject(new Error('no database is needed')) }),
  '',
)

async function spec(): Promise<Document> {
  const { code, out, err } = await cli(['agent-spec'])
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Document
}

const listOperations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

function listReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : listReferences(inner),
  )
}

/** What the document breaks of OpenAPI 3.1, and schemas that are none. */
async function findViolations(document: Document): Promise<string[]> {
  const config = await createConfig({
    rules: {
      struct: 'error',
      'no-identical-paths': 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId-unique': 'error',
      'path-parameters-defined': 'error',
      'security-defined': 'error',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  // Throws for an invalid JSON Schema.
  for (const schema of Object.values(document.components.schemas))
    expect(z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])).toBeInstanceOf(z.ZodType)
  return problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)
}

test('[AGENT-05] agent-spec writes a valid OpenAPI 3.1 document of all agent calls and no other', async () => {
  const document = await spec()
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(await findViolations(document)).toEqual([])
  const { version: _left, ...info } = document.info
  expect(await findViolations({ ...document, info } as Document)).toEqual([
    '#/info: The field `version` must be present on this level.',
  ])
  const wanted = allCalls.filter(({ at }) => at.path.startsWith('/agent/v1/'))
  expect(wanted.length).toBeGreaterThan(15)
  const described = listOperations(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  expect(described.sort()).toEqual(wanted.map(({ at }) => `${at.method} ${at.path}`).sort())
  for (const { operation } of listOperations(document)) {
    expect(operation.security).toEqual([{ agencyKey: [] }])
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '413', '415', '429', '500', '503'])
    expect(operation.responses['429']?.headers).toHaveProperty('Retry-After')
  }
})

test('[AGENT-06] the document is served to a valid agency key, and HTTP 401 to anybody else', async () => {
  const software = await server.software(811)
  const got = await software.send({ method: 'GET', path: '/agent/v1/openapi.json' })
  expect([got.status, got.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(got.body).toBe((await cli(['agent-spec'])).out)
  const [nobody, person] = [await server.as(null), await server.asNew()]
  for (const [client, headers] of [
    [nobody, {}],
    [nobody, { authorization: `Bearer 811.${'x'.repeat(43)}` }],
    [person, {}],
  ] as const) {
    const refused = await client.send({ method: 'GET', path: '/agent/v1/openapi.json' }, headers)
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      401,
      { code: 401, message: 'Unknown agency key.', data: [] },
    ])
  }
})

test('[AGENT-07] every command that can be claimed stands in the document with the schema of argument and result', async () => {
  expect([...queuedCommandNames].sort()).toEqual(
    `agency count log pcssync releaseSeat resendClient resendConfig resendMetrics superUsers sync unlockUser`.split(
      ' ',
    ),
  )
  const { components, paths } = await spec()
  for (const name of queuedCommandNames) {
    expect(components.schemas[`argument.${name}`], name).toMatchObject({ description: expect.any(String) })
    expect(components.schemas[`result.${name}`], name).toMatchObject({ type: 'object' })
  }
  expect(components.schemas['result.sync']).toMatchObject({ required: ['sent', 'failed'] })
  expect(components.schemas['argument.resendClient']).toMatchObject({ pattern: '^[0-9]{8}$' })
  expect(components.schemas['argument.releaseSeat']).toMatchObject({
    type: 'string',
    minLength: 1,
    maxLength: 60,
  })
  expect(components.schemas['argument.count']).toMatchObject({ const: '' })
  expect(components.schemas['result.releaseSeat']).toMatchObject({ required: ['tokens'] })
  const claimed = JSON.stringify(paths[agencyCommands.claim.at.path]?.['post']?.responses['200'])
  for (const name of queuedCommandNames) expect(claimed).toContain(`"const":"${name}"`)
  const finish = paths[agencyCommands.finish.at.path]?.['post']?.requestBody
  expect(listReferences(finish).sort()).toEqual(
    queuedCommandNames.map((name) => `#/components/schemas/result.${name}`).sort(),
  )
})

test('agent-spec writes the generated part of a page anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  const file = join(folder, 'page.md')
  const [begin, end] = [
    '<!-- generated from here: npm run cli -- agent-spec --page docs/agent-protocol.md -->',
    '<!-- generated to here -->',
  ]
  writeFileSync(file, `Before.\n\n${begin}\nOld.\n${end}\n\nAfter.\n`)
  expect(await cli(['agent-spec', '--page', file])).toEqual({ code: 0, out: '', err: '' })
  const written = readFileSync(file, 'utf8')
  expect(written).toMatch(/^Before\.\n\n<!--/)
  expect(written).toMatch(/-->\n\nAfter\.\n$/)
  expect(written).toContain('### `POST /agent/v1/heartbeat`')
  expect(written).not.toContain('Old.')
  rmSync(folder, { recursive: true })
})
