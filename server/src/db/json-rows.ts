import pg from 'pg'
import { nameByText } from './query.ts'

/** Wire fields with the columns that hold their values, in the order in which they are written. */
export type JsonFields = Readonly<Record<string, string>>

/** A statement name for a list with these fields; other fields make another statement. */
export function getListName(list: string, fields: JsonFields): string {
  return nameByText(list, JSON.stringify(fields))
}

/** A page of rows as PostgreSQL writes it: their JSON separated by commas, and the number of rows. */
export interface JsonPage {
  items: string | null
  rows: number
}

/** A page of a list ordered by id. */
export interface JsonPageById extends JsonPage {
  /** The id of its last row, after which the next page begins. */
  last: number
}

/** Rows per page: some 150 kB, a few milliseconds of the database and a fraction of one in this process. */
export const jsonPageSize = 500

/** The items of all pages. `next` reads the page after the previous one, or the first, until one is not full. */
export async function* readJsonPages<Page extends JsonPage>(
  next: (previous: Page | undefined) => Promise<readonly Page[]>,
  pageSize: number,
): AsyncGenerator<string> {
  let previous: Page | undefined
  for (;;) {
    const [page] = await next(previous)
    if (page === undefined || page.items === null) return
    yield page.items
    if (page.rows < pageSize) return
    previous = page
  }
}

/**
 * SQL of the columns of {@link JsonPage}, for a `select … from (one page) … cross join lateral` {@link jsonItem}.
 * `order` repeats the order of the page, which `string_agg` does not guarantee to keep.
 */
export function jsonPage(order: string): string {
  return `string_agg(row_to_json(item)::text, ',' order by ${order}) as items, count(*)::integer as rows`
}

/** SQL of one row's fields, as JSON that equals the output of `JSON.stringify` byte for byte. */
export function jsonItem(fields: JsonFields, row: string): string {
  const columns = Object.entries(fields).map(([field, column]) => `${row}.${column} as "${field}"`)
  return `(select ${columns.join(', ')}) item`
}

/** SQL of an instant in wire format, for example 2026-11-20T09:00:00.000Z; null stays null. */
export function jsonInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

// Only `utcText` yields timestamps without a zone, and the driver would read them in the server's local time.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text)

/** SQL of an instant in UTC for {@link toJsonInstant}; cheaper than a cast to text. */
export function utcText(column: string): string {
  return `${column} at time zone 'UTC'`
}

const parseInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const minLength = '2026-11-20 09:00:00.000'.length

/**
 * Together with {@link utcText} the same as {@link jsonInstant}, for thousands of values: four times as fast as
 * creating a `Date` for each.
 */
export function toJsonInstant(text: string): string {
  if (text.length < minLength || text[10] !== ' ' || text.endsWith('BC'))
    return parseInstant(text.replace(/(?= BC$|$)/, '+00')).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
}

/** SQL of an instant in whole seconds since 1970; for many rows it takes half as long as text. */
export function epochSeconds(column: string): string {
  return `floor(date_part('epoch', ${column}))::bigint`
}

/**
 * SQL of the columns of a page as one row: each field's values as a list, from the first row to the last; null without
 * rows. The driver then builds no object per row.
 */
export function jsonLists(fields: JsonFields, order: string): string {
  return Object.entries(fields)
    .map(([field, value]) => `json_agg(${value} order by ${order}) as "${field}"`)
    .join(', ')
}
