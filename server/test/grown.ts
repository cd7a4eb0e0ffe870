import type { Client } from 'pg'
import { withConnection } from '../src/db/connection.ts'
import type { Template } from './database.ts'

/** Rows of every table that grows with the agencies, with their users or with time. */
const grownRows = 10_500

/** Tables that are filled by the types of their columns, in the order of their references. */
const tables = [
  'agency_product',
  'agency_command',
  'agency_file',
  'agency_sign_in',
  'agency_email_event',
  'super_user',
  'seat_request',
  'text_message',
  'texting_event',
  'agency_texting',
  'agency_software',
  'agency_key',
  'agency_totals',
  'agency_sync_error',
  'agency_error_report',
  'agency_report_note',
  'agency_seats',
  'agency_seat',
  'marketplace_registration',
  'marketplace_event',
  'esignature_subscription',
  'esignature_user',
  'esignature_event',
  'certificate_agency',
  'certificate',
  'system_alert',
  'product_override',
  'session',
  'idempotency',
] as const

/** What a column holds where its name or a check asks for something of its own. */
const ofColumn: Readonly<Record<string, string>> = {
  agency_id: 'of',
  product_id: '(select min(product_id) from product)',
  staff_id: '(select min(staff_id) from staff)',
  client_id: "lpad(n::text, 8, '0')",
  'agency_file.kind': "'log'",
  'texting_event.kind': "'setUp'",
  'esignature_event.kind': "'users'",
  'system_alert.category': '1',
  'system_alert.priority': '1',
  'system_alert.feature': '1',
  'system_alert.recipient_type': '1',
}

const ofType: Readonly<Record<string, string>> = {
  integer: 'n',
  bigint: 'n',
  smallint: '0',
  text: "'grown ' || n",
  boolean: 'n % 2 = 0',
  'timestamp with time zone': "now() - n * interval '1 minute'",
  uuid: 'gen_random_uuid()',
  bytea: "sha256(('grown ' || n)::bytea)",
  jsonb: "'{}'",
  'integer[]': "'{}'",
}

async function fillTable(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`,
    [table],
  )
  const values = rows.map(
    ({ name, type }) => ofColumn[`${table}.${name}`] ?? ofColumn[name] ?? ofType[type] ?? 'null',
  )
  await client.query(
    `insert into ${table} (${rows.map(({ name }) => name).join(', ')})
select ${values.join(', ')} from (select n, agency_id as of from numbered) numbers`,
  )
}

/** Inserts rows of numbers, of the times between two instants where they have any. */
interface Part {
  insert: string
  hasTime: boolean
}

async function fill(url: string, parts: readonly Part[]): Promise<void> {
  await withConnection(url, async (client) => {
    for (const { insert, hasTime } of parts) {
      const time = hasTime ? [new Date('2025-01-01T00:00Z'), new Date('2026-01-01T00:00Z')] : []
      await client.query(insert, [0, grownRows - 1, grownRows, ...time])
    }
    // Those that the samples of calls name.
    await client.query('insert into agency (agency_id) values (4040404), (94040404)')
    await client.query(`insert into staff (username, created_at) values ('grown@support.test', now())`)
    await client.query(
      'create temporary table numbered as select (row_number() over (order by agency_id))::integer as n, agency_id from agency',
    )
    for (const table of tables) await fillTable(client, table)
    // Sessions and alerts of long ago are over.
    await client.query('update session set ended_at = hard_end_at')
    await client.query('update system_alert set end_time = start_time')
    await client.query('vacuum analyze')
  })
}

/** A database in which every table that grows has {@link grownRows} rows. */
export const grownTemplate = (parts: readonly Part[]): Template => ({
  name: 'grown',
  fill: (url) => fill(url, parts),
})
