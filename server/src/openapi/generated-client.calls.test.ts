import { switches } from '@agency-support/contract/modules/switches'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'

const run = promisify(execFile)
// This repository's compiler, not the older one that the generator brings.
const tsc = join(
  dirname(
    createRequire(join(import.meta.dirname, '../../../package.json')).resolve('typescript/package.json'),
  ),
  'bin/tsc',
)
const settings = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', '']

interface Operation {
  responses: Record<string, { content?: Record<string, object> }>
  'x-answers'?: Record<string, { $ref: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Answer & { anyOf?: Answer[] }> }
}
interface Answer {
  properties?: { data?: { items?: object } }
}

const server = useServer()
let served: string
beforeAll(async () => {
  served = (await (await server.asNew()).call(switches.openapi, {})).text
})

/** The JSON type of every answer: of each command, and of each path without commands. */
function listAnswers({ paths }: Document): [name: string, type: string][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): [string, string][] => {
      const answers = operation['x-answers']
      if (answers !== undefined)
        return Object.entries(answers).map(([command, { $ref }]) => [
          `${path} ${command}`,
          `components['schemas']['${$ref.split('/').at(-1)}']`,
        ])
      if (operation.responses['200']?.content?.['application/json'] === undefined) return []
      const content = `paths['${path}']['${method}']['responses']['200']['content']['application/json']`
      return [[`${method} ${path}`, content]]
    }),
  )
}

/** A client as its author would write it; the types of what it reads are asserted. */
const client = `
import type { components } from './schema'

type Schemas = components['schemas']
type Command = { [Name in keyof Schemas]: \`\${Name}Answer\` extends keyof Schemas ? Name : never }[keyof Schemas]

declare function send<Name extends Command>(
  body: Schemas[Name],
): Promise<Schemas[\`\${Name}Answer\` & keyof Schemas]>

export async function look(): Promise<string[]> {
  const found = await send<'AgencySearch'>({ command: 'AgencySearch', searchText: 'smith' })
  const ids: number[] = found.data.map(({ agencyId }) => agencyId)
  const [agencyId = 0] = ids
  const config = await send<'GetAgencyConfig'>({ command: 'GetAgencyConfig', agencyId })
  if (config.code !== 0) return [config.message]
  const status: number | undefined = config.data[0]?.status
  // @ts-expect-error It has no such field.
  config.data[0]?.statsu
  const phone = await send<'AdminSetAgencyPhoneNumber'>({
    command: 'AdminSetAgencyPhoneNumber',
    agencyId,
    phoneNumber: '8015550142',
    orderId: 'order-1',
    isStandardOrder: true,
  })
  if (phone.code === 0) return [String(phone.data[0]?.pending satisfies boolean | undefined), String(status)]
  if (phone.code === 429) return [String(phone.data[0]?.retryAfterSeconds satisfies number | undefined)]
  return []
}
`

/** Finds untyped places (`unknown` or `any`). */
const holes = `
import type { components, paths } from './schema'

type Holes<T, At extends string> = unknown extends T
  ? At
  : T extends string | number | boolean | null | undefined
    ? never
    : T extends readonly (infer Item)[]
      ? Holes<Item, \`\${At}[]\`>
      : T extends object
        ? { [Key in keyof T]-?: Holes<T[Key], \`\${At}.\${Key & (string | number)}\`> }[keyof T]
        : never
declare function typed<T>(holes: Holes<T, ''>[] extends never[] ? 'all' : Holes<T, ''>): void
`

/** Compiler errors of a client generated from a document. */
async function compile(document: Document): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const lines = [
    ...holes.split('\n'),
    ...listAnswers(document).map(([name, type]) => `typed<${type}>('all') // ${name}`),
  ]
  const schema = await openapiTS(JSON.stringify(document), { arrayLength: true })
  await writeFile(join(folder, 'schema.ts'), astToString(schema))
  await writeFile(join(folder, 'client.ts'), client)
  await writeFile(join(folder, 'holes.ts'), `${lines.join('\n')}\n`)
  const files = ['client.ts', 'holes.ts'].map((file) => join(folder, file))
  try {
    await run(process.execPath, [tsc, ...settings, ...files], { cwd: folder })
    return []
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    if (stdout === '') throw error
    return stdout.split('\n').flatMap((line) => {
      const [, at] = /holes\.ts\((\d+),/.exec(line) ?? []
      if (at === undefined) return /error TS/.test(line) ? [line] : []
      const [, name = line] = /\/\/ (.*)$/.exec(lines[Number(at) - 1] ?? '') ?? []
      const [, hole = line] = /not assignable to parameter of type '["`]?(.*?)["`]?'\.$/.exec(line) ?? []
      return [`${name}: ${hole}`]
    })
  }
}

/** Parts defined by others or by an agency's software: a client passes them on, or checks them itself. */
const open = [
  // Options of WebAuthn, for the browser.
  'post /auth/staff/signin/cookie: .passkey.${string}',
  '/api/user/request BeginStepUp: .data[].passkey.${string}',
  '/api/user/request BeginPasskey: .data[].options.${string}',
  // The result of a command, which differs for each kind.
  '/api/request GetAgencyQueuedCommands: .data[].result.${string}',
  '/api/request IssueCommandToAgency: .data[].result.${string}',
  '/api/request CancelAgencyCommand: .data[].result.${string}',
  // A file with any content.
  'get /api/file/download: ',
]

test('a client that is generated from the served document compiles, and no answer of a command is untyped', async () => {
  const document = JSON.parse(served) as Document
  expect(listAnswers(document).length).toBeGreaterThan(100)
  expect(await compile(document)).toEqual(open)
})

test('an answer whose items say nothing would be found', async () => {
  const document = JSON.parse(served) as Document
  const answer = document.components.schemas['AgencySearchAnswer']
  const { data } = (answer?.anyOf?.[0] ?? answer)?.properties ?? {}
  if (data?.items === undefined) throw new Error('a search answers a list')
  data.items = {}
  expect((await compile(document)).join('\n')).toContain('/api/request AgencySearch: ')
})
