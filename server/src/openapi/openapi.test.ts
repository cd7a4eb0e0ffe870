import { allCalls } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { openApiDocument, servedCalls } from './openapi.ts'
import { openApiPage } from './openapi-page.ts'

const config = { signInByGet: false, publicOrigin: 'https://support.example.com' }

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: Body }> }
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: object }> }
  >
  'x-answers'?: Record<string, { $ref: string }>
}
interface Schema {
  properties?: Record<string, { const?: number; items?: object; maxItems?: number }>
}
interface Body {
  oneOf?: { $ref: string }[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
}
interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, { type: string; name?: string }>
    schemas: Record<string, { required?: string[]; properties?: Record<string, { const?: string }> }>
  }
}

const document = JSON.parse(JSON.stringify(openApiDocument(config))) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every `$ref` in the document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

/** The target of a `$ref`. */
function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)
}

test('the document is OpenAPI 3.1 with title, version and server', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({ title: 'Agency Support', version: '1' })
  expect(document.servers).toEqual([{ url: 'https://support.example.com' }])
})

test('every reference leads somewhere inside the document', () => {
  const all = references(document)
  expect(all.length).toBeGreaterThan(5)
  for (const reference of all) {
    expect(reference).toMatch(/^#\/components\/schemas\//)
    expect(resolve(reference), reference).toBeTypeOf('object')
  }
})

test('every operation has an id of its own, a summary, a module, and an answer', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operation, method } of operations) {
    expect(operation.summary).not.toBe('')
    expect(operation.tags.length).toBeGreaterThan(0)
    const statuses = Object.keys(operation.responses)
    expect(statuses).toEqual(expect.arrayContaining(['400', '413', '415', '429', '500', '503', 'default']))
    expect(statuses.filter((status) => status.startsWith('2')).length).toBeGreaterThan(0)
    expect(operation.requestBody === undefined).toBe(['get', 'delete'].includes(method))
    for (const { in: place, required, schema } of operation.parameters ?? []) {
      expect(['path', 'query', 'header']).toContain(place)
      expect(place === 'path' ? required : true).toBe(true)
      expect(schema).toBeTypeOf('object')
    }
  }
})

test('commands of one path are told apart by the discriminator command, each demanding its own value', () => {
  const grouped = Map.groupBy(
    allCalls.flatMap(({ at }) => (at.form === 'command' ? [at] : [])),
    ({ path }) => path,
  )
  for (const [path, commands] of grouped) {
    const schema = document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema
    const names = commands.map(({ command }) => command)
    expect(schema?.discriminator?.propertyName).toBe('command')
    expect(Object.keys(schema?.discriminator?.mapping ?? {}).sort()).toEqual(names.sort())
    expect(schema?.oneOf?.map(({ $ref }) => $ref).sort()).toEqual(
      Object.values(schema?.discriminator?.mapping ?? {}).sort(),
    )
    for (const name of names) {
      const body = document.components.schemas[name]
      expect(body?.required).toContain('command')
      expect(body?.properties?.['command']).toEqual({ const: name })
    }
  }
})

test('a call says how one shows who one is, and a write that it can be sent again', () => {
  const { securitySchemes } = document.components
  const cookie = { type: 'apiKey', in: 'cookie', name: '__Host-agency_support' }
  expect(securitySchemes['session']).toMatchObject(cookie)
  for (const call of servedCalls(config)) {
    const operation = document.paths[call.at.path]?.[call.at.method.toLowerCase()]
    const [scheme] = (operation?.security ?? []).flatMap((one) => Object.keys(one))
    const schemes: Readonly<Record<string, string>> = { agent: 'agencyKey', provider: 'provider' }
    const expected = schemes[call.access] ?? 'session'
    expect(scheme, call.name).toBe(call.access === 'anyone' ? undefined : expected)
    const headers = (operation?.parameters ?? []).filter(({ in: place }) => place === 'header')
    const names = headers.map(({ name }) => name)
    if (call.kind === 'write' && call.access !== 'anyone') expect(names).toContain('Idempotency-Key')
    expect(names.includes('X-Idle-Seconds'), call.name).toBe(
      !['anyone', 'agent', 'provider'].includes(call.access),
    )
  }
})

test('a program learns what codes, commands and the headers of browsers mean', () => {
  const { description } = document.info
  expect(description).toMatch(/Code 0 is success, for what is asked for by Command 200; 2 says/)
  expect(description).toMatch(/also sends Origin with the address of this server/)
  expect(description).toMatch(/30 minutes after the last input of its person, which X-Idle-Seconds tells/)
  const page = openApiPage(config)
  expect(page).toContain('Code 0 is success')
  const getHeaders = (path: string): string[] =>
    (document.paths[path]?.['get']?.parameters ?? [])
      .filter(({ in: place }) => place === 'header')
      .map(({ name }) => name)
  expect(getHeaders('/api/file/download')).toEqual(['X-Idle-Seconds', 'Range'])
  expect(getHeaders('/api/live')).toEqual(['X-Idle-Seconds', 'Last-Event-ID'])
  expect(getHeaders('/api/environment')).toEqual([])
  for (const { operation, path } of operations)
    for (const [status, { headers = {} }] of Object.entries(operation.responses))
      expect(Object.keys(headers), `${path} ${status}`).toEqual(
        ['429', '503'].includes(status) ? ['Retry-After'] : [],
      )
})

test('each command of a path has an answer of its own, and says what data holds', () => {
  const paths = Map.groupBy(
    allCalls.filter(({ at }) => 'command' in at),
    ({ at }) => at.path,
  )
  for (const [path, calls] of paths) {
    const answers = document.paths[path]?.['post']?.['x-answers'] ?? {}
    for (const { at, answer, name } of calls) {
      if (!('command' in at) || answer.form === 'raw' || answer.form === 'text') continue
      const $ref = answers[at.command]?.$ref ?? ''
      const schema = resolve($ref) as { anyOf?: Schema[] } & Schema
      const [success = schema] = schema.anyOf ?? []
      const ok = at.form === 'nested' ? 200 : 0
      expect(success.properties?.['code'], name).toEqual({ const: ok })
      const { items, maxItems } = success.properties?.['data'] ?? {}
      expect(items === undefined ? maxItems === 0 : Object.keys(items).length > 0, name).toBe(true)
    }
    expect(document.paths[path]?.['post']?.responses['200']?.content?.['application/json']?.schema).toEqual({
      anyOf: Object.values(answers),
    })
  }
})

test('what is tidied up before it is checked is described in the form to send', () => {
  const { properties, required } = document.components.schemas['AddAgency'] ?? {}
  expect(Object.keys(properties ?? {})).toEqual(['command', 'agency'])
  expect(required).toEqual(['command', 'agency'])
})

test('a permission that hangs on the input is not kept silent', () => {
  const download = document.paths['/api/file/download']?.['get']?.description
  expect(download).toContain('Needs CanAccess, and more by what is asked for.')
})

test('a heavy call says how often it may be made at once, and no other does', () => {
  const limit = 'A person may load this once at a time'
  expect(document.components.schemas['ListAgencyConfigs']).toMatchObject({
    description: expect.stringContaining(limit),
  })
  expect(document.paths['/api/journal/export']?.['get']?.description).toContain(limit)
  expect(openApiPage(config).split(limit)).toHaveLength(1 + allCalls.filter(({ heavy }) => heavy).length)
})

test('every served call is in it, and one that is switched off is not', () => {
  const text = JSON.stringify(document)
  for (const { at } of servedCalls(config))
    expect(
      'command' in at ? text.includes(`"${at.command}"`) : document.paths[at.path]?.[at.method.toLowerCase()],
    ).toBeTruthy()
  expect(document.paths['/auth/staff/signin/cookie']?.['get']).toBeUndefined()
  const on = openApiDocument({ ...config, signInByGet: true }) as unknown as Document
  const inputs = (path: string, method: string) =>
    on.paths[path]?.[method]?.parameters?.filter(({ in: place }) => place !== 'header')
  expect(inputs('/auth/staff/signin/cookie', 'get')).toContainEqual(
    expect.objectContaining({ name: 'username', in: 'query' }),
  )
  const uploadId = expect.objectContaining({ name: 'uploadId', in: 'path', required: true })
  expect(inputs('/agent/v1/uploads/{uploadId}/bytes', 'post')).toContainEqual(uploadId)
})

test('the page tells of every call, has no script and escapes what it shows', () => {
  const page = openApiPage(config)
  for (const { about } of servedCalls(config)) expect(page).toContain(about.replaceAll('"', '&#34;'))
  expect(page).not.toMatch(/<script|onload=|javascript:/)
  expect(page).toContain('<th scope="row"><code>agencyId</code></th>')
  expect(page).toContain('needs CanAccess, EditAgencyStatus')
  expect(page).toContain('&#34;client&#34;, &#34;log&#34;')
  expect(page).toContain('<th scope="row"><code>seats[].username</code></th>')
  expect(page).toContain('<th scope="row"><code>agency</code></th>')
})
