import fc, { type Arbitrary } from 'fast-check'
import type { Json } from '../../src/openapi/json-schema.ts'
import { oddValues } from '../rubbish.ts'

/** The parts of a JSON schema that our document uses. */
interface Schema {
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  pattern?: string
  format?: string
}

const longestText = 60
const longestList = 4

/** Values that a field of this name leads to something with. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Anything that JSON can say, or a value that is known to be awkward. */
const odd: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddValues.filter((value) => JSON.stringify(value).length < 1_000)),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: longestText }),
)

/** Mostly what a schema asks for, and now and then something else. */
export function fromSchema(schema: Json, known: Known): Arbitrary<unknown> {
  return of(schema, known, '')
}

function of(schema: Schema, known: Known, name: string): Arbitrary<unknown> {
  const right = rightOne(schema, known)
  const there = known[name]
  return fc.oneof(
    { arbitrary: right, weight: 14 },
    { arbitrary: odd, weight: 1 },
    ...(there === undefined ? [] : [{ arbitrary: fc.constantFrom(...there), weight: 14 }]),
  )
}

function rightOne(schema: Schema, known: Known): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((one) => rightOne(one, known)))
  const [type] = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type]
  switch (type) {
    case 'object':
      return ofObject(schema, known)
    case 'array':
      return fc.array(of(schema.items ?? {}, known, ''), {
        minLength: Math.min(schema.minItems ?? 0, longestList),
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? longestList, longestList)),
      })
    case 'string':
      return ofText(schema)
    case 'integer':
      return fc.integer(toRange(schema))
    case 'number':
      return fc.oneof(fc.integer(toRange(schema)), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return odd
  }
}

function toRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): {
  min: number
  max: number
} {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1)
  const most = maximum ?? (exclusiveMaximum === undefined ? least + 100_000_000 : exclusiveMaximum - 1)
  return { min: Math.max(Math.ceil(least), -0x80000000), max: Math.min(Math.floor(most), 0x7fffffff) }
}

function ofObject({ properties = {}, required = [] }: Schema, known: Known): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]): [string, Arbitrary<unknown>] => [
    name,
    of(schema, known, name),
  ])
  const [needed, rest] = [required, Object.keys(properties)].map((names) =>
    names.filter((name) => name in properties),
  )
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: needed ?? [] })
  const any = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const more = fc
    .tuple(whole, fc.constantFrom('constructor', '__proto', 'x', ...(rest ?? [])), odd)
    .map(([value, name, other]) => ({ ...value, [name]: other }))
  return fc.oneof(
    { arbitrary: whole, weight: 12 },
    { arbitrary: any, weight: 1 },
    { arbitrary: more, weight: 2 },
  )
}

function ofText({ pattern, format, minLength = 0, maxLength = longestText }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString())
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, longestText)) }
  const plain = fc.oneof(fc.string(bounds), fc.string({ unit: 'grapheme', ...bounds }))
  if (pattern === undefined) return plain
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
  } catch {
    // Patterns that look ahead are not made from; what does not match is refused, which is an answer too.
    return plain
  }
}
