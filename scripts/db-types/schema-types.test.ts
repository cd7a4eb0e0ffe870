import { expect, test } from 'vitest'
import { type Column, renderTypes } from './schema-types.ts'

function column(given: Partial<Column> & { name: string; type: string }): Column {
  return {
    table: 'agencies',
    isArray: false,
    labels: null,
    nullable: false,
    hasDefault: false,
    readOnly: false,
    ...given,
  }
}

test('each table becomes an interface and a key of Database', () => {
  const source = renderTypes([
    column({ name: 'id', type: 'int4' }),
    column({ table: 'journal_entries', name: 'sequence', type: 'int8' }),
  ])
  expect(source).toContain('interface AgenciesTable {\nid: number\n}')
  expect(source).toContain('interface JournalEntriesTable {\nsequence: number\n}')
  expect(source).toContain(
    'export interface Database {\nagencies: AgenciesTable\njournal_entries: JournalEntriesTable\n}',
  )
})

test.each<[Partial<Column> & { type: string }, string]>([
  [{ type: 'text', nullable: true }, 'string | null'],
  [{ type: 'bool', hasDefault: true }, 'Generated<boolean>'],
  [{ type: 'int8', readOnly: true }, 'GeneratedAlways<number>'],
  [{ type: 'text', readOnly: true, nullable: true }, 'GeneratedAlways<string | null>'],
  [{ type: 'int4', isArray: true, hasDefault: true }, 'Generated<number[]>'],
  [{ type: 'timestamptz' }, 'Timestamp'],
  [{ type: 'timestamptz', nullable: true, hasDefault: true }, 'GeneratedTimestamp | null'],
  [{ type: 'jsonb', nullable: true }, 'JsonValue | null'],
  [{ type: 'bytea' }, 'Buffer'],
  [{ type: 'xid8', hasDefault: true }, 'Generated<string>'],
  [{ type: 'mood', labels: ['glad', "can't say"] }, "'glad' | 'can\\'t say'"],
  [{ type: 'mood', labels: ['glad', 'sad'], isArray: true }, "('glad' | 'sad')[]"],
])('a column %j is %s', (given, expected) => {
  expect(renderTypes([column({ name: 'value', ...given })])).toContain(`\nvalue: ${expected}\n`)
})

test('only the helper types in use are declared', () => {
  const plain = renderTypes([column({ name: 'id', type: 'int4' })])
  expect(plain).not.toMatch(/import|JsonValue|Timestamp/)
  const timed = renderTypes([column({ name: 'at', type: 'timestamptz' })])
  expect(timed).toContain("import type { ColumnType } from 'kysely'")
  expect(timed).not.toContain('GeneratedTimestamp')
})

test('an unknown type is a sentence that names the column', () => {
  expect(() => renderTypes([column({ name: 'place', type: 'point' })])).toThrow(
    'agencies.place is of type point, which scripts/db-types/schema-types.ts does not know',
  )
})
