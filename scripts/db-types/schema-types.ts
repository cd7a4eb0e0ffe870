/** A column of a migrated schema, from the catalogue. */
export interface Column {
  readonly table: string
  readonly name: string
  /** `typname` of the type, of the element for an array, of the base for a domain. */
  readonly type: string
  readonly isArray: boolean
  /** Labels of an enum in order, otherwise null. */
  readonly labels: readonly string[] | null
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** Generated always, or a view's column: never written. */
  readonly readOnly: boolean
}

// The result types of `pg` with the server's parsers: int8 as number, numeric and xid8 as text.
const typescriptTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  cidr: 'string',
  date: 'string',
  xid8: 'string',
  pg_lsn: 'string',
  tsvector: 'string',
  bytea: 'Buffer',
  timestamptz: 'Date',
  json: 'JsonValue',
  jsonb: 'JsonValue',
}

/** TypeScript source of Kysely's `Database` for these columns; throws on an unknown type. */
export function renderTypes(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table)
  const interfaces = [...tables].map(([table, own]) => renderTable(table, own))
  const entries = [...tables.keys()].map((table) => `${propertyName(table)}: ${interfaceName(table)}`)
  const body = [...interfaces, `export interface Database {\n${entries.join('\n')}\n}`].join('\n\n')
  return `${header(body)}\n${body}\n`
}

function renderTable(table: string, columns: readonly Column[]): string {
  const lines = columns.map((column) => `${propertyName(column.name)}: ${columnType(column)}`)
  return `interface ${interfaceName(table)} {\n${lines.join('\n')}\n}`
}

function columnType(column: Column): string {
  const value = valueType(column)
  const orNull = column.nullable ? ' | null' : ''
  if (column.readOnly) return `GeneratedAlways<${value}${orNull}>`
  if (value === 'Date') return `${column.hasDefault ? 'GeneratedTimestamp' : 'Timestamp'}${orNull}`
  return column.hasDefault ? `Generated<${value}${orNull}>` : `${value}${orNull}`
}

function valueType(column: Column): string {
  const one = column.labels?.map((label) => `'${label.replaceAll("'", "\\'")}'`).join(' | ')
  const named = one ?? typescriptTypes[column.type]
  if (named === undefined) {
    throw new Error(
      `${column.table}.${column.name} is of type ${column.type}, which scripts/db-types/schema-types.ts does not know; ` +
        'add it to its table.',
    )
  }
  if (!column.isArray) return named
  return one === undefined ? `${named}[]` : `(${named})[]`
}

function header(body: string): string {
  const kysely = ['ColumnType', 'Generated', 'GeneratedAlways'].filter(
    (name) => body.includes(`${name}<`) || (name === 'ColumnType' && body.includes('Timestamp')),
  )
  return [
    '// Written by `npm run db:types` from the migrated schema; `npm run check` compares.',
    ...(kysely.length === 0 ? [] : [`import type { ${kysely.join(', ')} } from 'kysely'`]),
    '',
    ...aliases.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body)).map(({ source }) => source),
  ].join('\n')
}

const aliases = [
  { name: 'Timestamp', source: 'type Timestamp = ColumnType<Date, Date | string, Date | string>\n' },
  {
    name: 'GeneratedTimestamp',
    source: 'type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>\n',
  },
  {
    name: 'JsonValue',
    source:
      'export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }\n',
  },
]

function interfaceName(table: string): string {
  const words = table.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '')
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Table`
}

function propertyName(name: string): string {
  return /^[a-zA-Z_$][\w$]*$/.test(name) ? name : `'${name}'`
}
