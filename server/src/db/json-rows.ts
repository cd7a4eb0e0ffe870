import pg from 'pg'
import { nameByText } from './query.ts'

/** Wire fields with the columns their values stand in, in the order in which they are written. */
export type JsonFields = Readonly<Record<string, string>>

/** The name of a statement that lists these fields; others make another statement. */
export function getListName(list: string, fields: JsonFields): string {
  return nameByText(list, JSON.stringify(fields))
}

/** A page of rows as PostgreSQL writes it: their JSON with commas between them, and how many they are. */
export interface JsonPage {
  items: string | null
  rows: number
}

/** Rows of a page: some 150 kB, which take the database a few milliseconds and this process a fraction of one. */
export const jsonPageSize = 500

/**
 * SQL of the columns of {@link JsonPage}, for a `select … from (one page) … cross join lateral` {@link jsonItem}.
 * `order` is the page's own, which `string_agg` would not promise to keep.
 */
export function jsonPage(order: string): string {
  return `string_agg(row_to_json(item)::text, ',' order by ${order}) as items, count(*)::integer as rows`
}

/** SQL of one row's fields, whose JSON is byte for byte what `JSON.stringify` writes. */
export function jsonItem(fields: JsonFields, row: string): string {
  const columns = Object.entries(fields).map(([field, column]) => `${row}.${column} as "${field}"`)
  return `(select ${columns.join(', ')}) item`
}

/** SQL of an instant as the wire has it, for example 2026-11-20T09:00:00.000Z; null stays null. */
export function jsonInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

// Nothing else of ours has no zone, and the driver would read it as the time of wherever the server stands.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text)

/** SQL of an instant as text in UTC for {@link toJsonInstant}; it costs nothing, where a cast to text is felt. */
export function utcText(column: string): string {
  return `${column} at time zone 'UTC'`
}

const parseInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const minLength = '2026-11-20 09:00:00.000'.length

/**
 * The same as {@link jsonInstant} of {@link utcText}, where thousands are read at once: to make a `Date` of each and text
 * of that takes four times as long.
 */
export function toJsonInstant(text: string): string {
  if (text.length < minLength || text[10] !== ' ' || text.endsWith('BC'))
    return parseInstant(text.replace(/(?= BC$|$)/, '+00')).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
}

/** SQL of an instant in whole seconds since 1970; for many it is half of what its text takes. */
export function epochSeconds(column: string): string {
  return `floor(date_part('epoch', ${column}))::bigint`
}

/**
 * SQL of the columns of a page as one row: for each field the list of what stands in it, from the first row to the last,
 * null of no rows. The driver makes no object of each row, and reads a list at once.
 */
export function jsonLists(fields: JsonFields, order: string): string {
  return Object.entries(fields)
    .map(([field, value]) => `json_agg(${value} order by ${order}) as "${field}"`)
    .join(', ')
}
