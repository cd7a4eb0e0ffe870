import { createHash } from 'node:crypto'
import { CompiledQuery, type Kysely, type Selectable } from 'kysely'
import type { Database } from './types.ts'

/** Columns of a table. */
export type Column<T extends keyof Database> = keyof Selectable<Database[T]> & string

/** A row of a table as it is read, whole or some of its columns. */
export type Row<T extends keyof Database, C extends Column<T> = Column<T>> = Pick<Selectable<Database[T]>, C>

/** The same with the shapes of its JSON columns, or of codes, which the schema does not tell. */
export type Narrowed<R, Precise extends { [C in keyof Precise]: C extends keyof R ? R[C] : never }> = Omit<
  R,
  keyof Precise
> &
  Precise

/** The same as JSON has it: instants and bytes as text. */
export type AsJson<R> = {
  [C in keyof R]: Exclude<R[C], Date | Buffer> | (Extract<R[C], Date | Buffer> extends never ? never : string)
}

/** A statement written by hand, with the types of its parameters and of its rows. */
export interface Statement<Values extends readonly unknown[], Found> {
  /** What the database prepares it under, and what its log and a failure show. */
  readonly name: string
  readonly text: string
  /** It finds a few rows by their key, so outside a transaction it may travel on the pipelined connection. */
  readonly byKey: boolean
  /** Only for the compiler. */
  readonly types?: (values: Values) => Found
}

/** Whatever a statement can be asked of outside a transaction. */
export interface Asks {
  ask<Values extends readonly unknown[], Found>(
    statement: Statement<Values, Found>,
    values: Values,
  ): Promise<Found[]>
}

/** Where statements can be asked. */
export type Queryable = Asks | Pick<Kysely<Database>, 'executeQuery'>

// PostgreSQL tells no more characters of a name apart.
const namePattern = /^[a-z][a-z0-9_]{2,62}$/
const texts = new Map<string, string>()
const names = new Map<string, string>()

/** A name for one of several statements that are put together, told apart by `text`. */
export function nameByText(prefix: string, text: string): string {
  return `${prefix}_${createHash('sha1').update(text).digest('hex').slice(0, 8)}`
}

/** Declares a statement; once, beside the function that asks it. Throws when another one has the name. */
export function statement<Values extends readonly unknown[], Found = unknown>(
  name: string,
  text: string,
  { byKey = false }: { byKey?: boolean } = {},
): Statement<Values, Found> {
  if (!namePattern.test(name)) throw new Error(`"${name}" is no name of a statement`)
  if ((texts.get(name) ?? text) !== text) throw new Error(`two statements are called "${name}"`)
  texts.set(name, text)
  names.set(text, name)
  return { name, text, byKey }
}

/** The name under which a text was declared. */
export function declaredName(text: string): string | undefined {
  return names.get(text)
}

/** Rows of a statement, inside a transaction or outside. */
export async function query<Values extends readonly unknown[], Found>(
  db: Queryable,
  asked: Statement<Values, Found>,
  values: Values,
): Promise<Found[]> {
  try {
    if ('ask' in db) return await db.ask(asked, values)
    return (await db.executeQuery<Found>(CompiledQuery.raw(asked.text, [...values]))).rows
  } catch (error) {
    throw Object.assign(Object(error), { statement: asked.name })
  }
}
