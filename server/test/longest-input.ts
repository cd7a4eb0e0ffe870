import type { Shape } from '../src/openapi/field-rows.ts'

/** Three bytes in UTF-8, the most that one UTF-16 unit takes. */
const widest = '漢'
/** The longest texts of patterns and formats. */
const patterns: Readonly<Record<string, string>> = {
  '^[0-9]{8}$': '12345678',
  '^[0-9a-f]{64}$': 'f'.repeat(64),
  [String.raw`^(19|20|21)\d\d-\d\d-\d\d$`]: '2026-11-21',
}
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T20:00:00.1234567+00:00',
  uuid: '00000000-0000-4000-8000-000000000000',
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const pickLongest = (values: readonly unknown[]): unknown =>
  values.reduce((longest, value) => (bytesOf(value) > bytesOf(longest) ? value : longest))

function longestText({ maxLength, format, pattern }: Shape, path: string): string {
  const known = formats[format ?? ''] ?? patterns[pattern ?? '']
  if (known !== undefined) return known
  if (maxLength === undefined) throw new Error(`${path} has no limit: ${pattern ?? format ?? 'any text'}`)
  return widest.repeat(maxLength)
}

function longestList({ items = {}, maxItems }: Shape, path: string): unknown[] {
  if (maxItems === undefined) throw new Error(`${path} has no limit`)
  const item = longestInput(items, `${path}[]`)
  return Array.from({ length: maxItems }, () => item)
}

/** The longest value that a JSON schema allows. Throws, with the path, where it sets no limit. */
export function longestInput(shape: Shape, path = ''): unknown {
  const variants = shape.anyOf ?? shape.oneOf
  if (variants !== undefined) return pickLongest(variants.map((variant) => longestInput(variant, path)))
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return pickLongest(shape.enum)
  if (shape.type === 'null') return null
  if (shape.type === 'boolean') return false
  if (shape.type === 'string') return longestText(shape, path)
  if (shape.type === 'array') return longestList(shape, path)
  if (shape.type === 'integer' || shape.type === 'number')
    return pickLongest([shape.minimum ?? 0, shape.maximum ?? 0])
  if (shape.type !== 'object') throw new Error(`${path} may be anything`)
  const fields = Object.entries(shape.properties ?? {})
  return Object.fromEntries(fields.map(([name, field]) => [name, longestInput(field, `${path}.${name}`)]))
}
