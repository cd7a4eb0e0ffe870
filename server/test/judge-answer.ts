import { allCalls } from '@agency-support/contract'
import type { AnyCall } from '@agency-support/contract/call'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parseJson } from '../src/lib/parse-json.ts'
import { answerContent, failure } from '../src/openapi/answers.ts'
import type { Json } from '../src/openapi/json-schema.ts'
import type { Got, Sent } from './exchange.ts'

// Each format comes with a pattern that says the same.
const ajv = new Ajv2020({ strict: false, validateFormats: false })

type Judge = (body: unknown) => string | undefined

function compile(schema: Json): Judge {
  const validate: ValidateFunction = ajv.compile(schema)
  return (body) => (validate(body) ? undefined : ajv.errorsText(validate.errors))
}

const isFailure = compile(failure.content['application/json'].schema)

/** Calls by method and path, as a pattern; those of one path are told apart by their command. */
const places = [...Map.groupBy(allCalls, ({ at }) => `${at.method} ${at.path}`)].map(([place, calls]) => ({
  calls,
  pattern: new RegExp(`^${place.replaceAll('.', '[.]').replace(/\{\w+\}/g, '[^/]*')}$`),
}))

/** The call that a request makes; undefined for none of the contract. */
export function findCall({ method, path, body }: Sent): AnyCall | undefined {
  const [place = ''] = path.split('?')
  const addresses = [`${method} ${place}`, `${method} ${place.replace(/^\/api\//, '/')}`]
  const calls = places.find(({ pattern }) => addresses.some((one) => pattern.test(one)))?.calls
  if (calls?.length === 1) return calls[0]
  const fields = parseJson(String(body ?? '')) as { command?: unknown; Command?: unknown } | undefined
  return calls?.find(
    ({ at }) =>
      (at.form === 'command' && fields?.command === at.command) ||
      (at.form === 'nested' && fields?.Command === at.command),
  )
}

interface Content {
  /** Types of the answers beside JSON. */
  types: readonly string[]
  json: Judge | undefined
}
const contents = new Map<AnyCall, Content>()

/** Compiled when a call is first answered: most files make few. */
function getContent(call: AnyCall): Content {
  const known = contents.get(call)
  if (known !== undefined) return known
  const content = answerContent([call]) as Record<string, { schema: Json }>
  const json = content['application/json']
  const made = { types: Object.keys(content), json: json && compile(json.schema) }
  contents.set(call, made)
  return made
}

/** What of an answer the OpenAPI document does not say; undefined when all is said. */
export function judgeAnswer(sent: Sent, got: Got): string | undefined {
  const { status, body, headers } = got
  // What supervisors ask is no part of the API.
  if (sent.path.startsWith('/health/')) return undefined
  if (sent.method === 'HEAD' || status === 304 || status === 204) return body === '' ? undefined : 'a body'
  const type = headers['content-type']?.split(';')[0] ?? ''
  if (status >= 400) {
    if (type !== 'application/json') return `a failure of type ${type}`
    return isFailure(parseJson(body))
  }
  const call = findCall(sent)
  // Files of the console are no calls.
  if (call === undefined) return undefined
  const { types, json } = getContent(call)
  if (!types.includes(type)) return `the type ${type}`
  return type === 'application/json' ? json?.(parseJson(body)) : undefined
}
