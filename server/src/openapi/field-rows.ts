/** The part of a JSON schema that a table of fields shows. */
export interface Shape {
  type?: string | string[]
  const?: string | number
  enum?: (string | number)[]
  description?: string
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  propertyNames?: Shape
}

/** A field of a call, by its path such as `users[].username`. */
export interface FieldRow {
  path: string
  type: string
  limits: string
  meaning: string
  required: boolean
}

const listVariants = (shape: Shape): Shape[] =>
  (shape.anyOf ?? shape.oneOf ?? []).filter(({ type }) => type !== 'null')
const isNullable = (shape: Shape): boolean =>
  (shape.anyOf ?? shape.oneOf ?? []).some(({ type }) => type === 'null')

function getType(shape: Shape): string {
  const variants = listVariants(shape)
  const orNull = isNullable(shape) ? ' or null' : ''
  if (variants.length > 0) return `${[...new Set(variants.map(getType))].join(' or ')}${orNull}`
  if (shape.const !== undefined) return typeof shape.const
  if (shape.enum !== undefined) return [...new Set(shape.enum.map((value) => typeof value))].join(' or ')
  if (shape.type === 'array') return `list of ${getType(shape.items ?? {})}`
  return Array.isArray(shape.type) ? shape.type.join(' or ') : (shape.type ?? 'any')
}

function getLimits(shape: Shape): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, format, items } = shape
  const safe = Number.MAX_SAFE_INTEGER
  const isBounded = (minimum ?? -safe) > -safe || (maximum ?? safe) < safe
  const values = shape.enum ?? (shape.const === undefined ? [] : [shape.const])
  return [
    values.map((value) => JSON.stringify(value)).join(', '),
    isBounded ? `${minimum ?? '…'} to ${maximum ?? '…'}` : '',
    maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters`,
    format === 'date-time' ? 'instant' : '',
    pattern === undefined || format !== undefined ? '' : `pattern \`${pattern}\``,
    maxItems === undefined ? '' : `at most ${maxItems}`,
    items === undefined || items.properties !== undefined ? '' : getLimits(items),
    ...listVariants(shape).map(getLimits),
    shape.default === undefined ? '' : `default ${JSON.stringify(shape.default)}`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** All fields below a schema, including those inside lists and objects. */
export function listFields(shape: Shape, path = ''): FieldRow[] {
  const variants = listVariants(shape).filter(hasFields)
  if (variants.length > 1)
    return variants.flatMap((variant) => listFields(variant, `${path}${getName(variant)}`))
  const [only] = variants
  if (only !== undefined) return listFields(only, path)
  if (shape.type === 'array') return listFields(shape.items ?? {}, `${path}[]`)
  const { additionalProperties: each } = shape
  const keyed =
    typeof each === 'object' && hasFields(each)
      ? listFields(each, `${path}.{${shape.propertyNames?.enum?.join(', ') ?? 'key'}}`)
      : []
  const named = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const isRequired = shape.required?.includes(name) === true && field.default === undefined
    const meaning = field.description ?? listVariants(field)[0]?.description ?? ''
    return [
      { path: at, type: getType(field), limits: getLimits(field), meaning, required: isRequired },
      ...listFields(field, at),
    ]
  })
  return [...named, ...keyed]
}

function hasFields(shape: Shape): boolean {
  return shape.properties !== undefined || shape.type === 'array'
}

/** The constant that identifies a variant, for example `{kind: opened}`. */
function getName({ properties = {} }: Shape): string {
  const [constant] = Object.entries(properties).filter(([, field]) => field.const !== undefined)
  return constant === undefined ? '' : `{${constant[0]}: ${constant[1].const}}`
}
