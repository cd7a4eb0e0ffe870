import { createHash } from 'node:crypto'
import { CompiledQuery, type Kysely, type Selectable } from 'kysely'
import type { Database } from './types.ts'

/** Column names of a table. */
export type Column<T extends keyof Database> = keyof Selectable<Database[T]> & string

/** A row of a table as it is read, or some of its columns. */
export type Row<T extends keyof Database, C extends Column<T> = Column<T>> = Pick<Selectable<Database[T]>, C>

/** A row with precise types for JSON columns or codes, which the schema does not know. */
export type Narrowed<R, Precise extends { [C in keyof Precise]: C extends keyof R ? R[C] : never }> = Omit<
  R,
  keyof Precise
> &
  Precise

/** A row after a round trip through JSON: instants and bytes become text. */
export type AsJson<R> = {
  [C in keyof R]: Exclude<R[C], Date | Buffer> | (Extract<R[C], Date | Buffer> extends never ? never : string)
}

/** A handwritten statement with the types of its parameters and rows. */
export interface Statement<Values extends readonly unknown[], Found> {
  /** The name of the prepared statement; it also appears in the database's log and in errors. */
  readonly name: string
  readonly text: string
  /** It finds a few rows by key, so outside a transaction it may use the pipelined connection. */
  readonly byKey: boolean
  /** Only for the type checker. */
  readonly types?: (values: Values) => Found
}

/** Anything that runs statements outside a transaction. */
export interface Asks {
  ask<Values extends readonly unknown[], Found>(
    statement: Statement<Values, Found>,
    values: Values,
  ): Promise<Found[]>
}

/** Anything that runs statements. */
export type Queryable = Asks | Pick<Kysely<Database>, 'executeQuery'>

// PostgreSQL ignores further characters of a name.
const namePattern = /^[a-z][a-z0-9_]{2,62}$/
const texts = new Map<string, string>()
const names = new Map<string, string>()

/** A name for one of several generated statements, distinguished by `text`. */
export function nameByText(prefix: string, text: string): string {
  return `${prefix}_${createHash('sha1').update(text).digest('hex').slice(0, 8)}`
}

/** Declares a statement; once, next to the function that uses it. Throws if another one has the name. */
export function statement<Values extends readonly unknown[], Found = unknown>(
  name: string,
  text: string,
  { byKey = false }: { byKey?: boolean } = {},
): Statement<Values, Found> {
  if (!namePattern.test(name)) throw new Error(`"${name}" is not a valid name of a statement`)
  if ((texts.get(name) ?? text) !== text) throw new Error(`two statements are called "${name}"`)
  texts.set(name, text)
  names.set(text, name)
  return { name, text, byKey }
}

/** The name under which a text was declared; undefined if it was not. */
export function declaredName(text: string): string | undefined {
  return names.get(text)
}

/** Runs a statement inside or outside a transaction; returns its rows. */
export async function query<Values extends readonly unknown[], Found>(
  db: Queryable,
  sql: Statement<Values, Found>,
  values: Values,
): Promise<Found[]> {
  try {
    if ('ask' in db) return await db.ask(sql, values)
    return (await db.executeQuery<Found>(CompiledQuery.raw(sql.text, [...values]))).rows
  } catch (error) {
    throw Object.assign(Object(error), { statement: sql.name })
  }
}
