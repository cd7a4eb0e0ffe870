import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

const guid = '00000000-0000-4000-8000-000000000000'
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uuid: guid,
  guid,
}

/** The simplest value that matches a schema; throws if it finds none. */
export function makeSample<T extends z.ZodType>(schema: T): z.output<T> {
  return schema.parse(toSample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
}

function toSample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (typeof first === 'object') return toSample(first)
  switch (schema.type) {
    case 'object':
      return sampleObject(schema)
    case 'array':
      return []
    case 'string':
      return formats[schema.format ?? ''] ?? 'x'.repeat(schema.minLength ?? 0)
    case 'integer':
    case 'number':
      return schema.minimum ?? Number(schema.exclusiveMinimum ?? -1) + 1
    case 'boolean':
      return false
    default:
      return null
  }
}

function sampleObject({ properties = {}, required = [] }: JsonSchema): object {
  return Object.fromEntries(
    required.map((name) => {
      const field = properties[name]
      return [name, typeof field === 'object' ? toSample(field) : null]
    }),
  )
}
