import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import { isBegin, PooledClient } from './pooled-client.ts'
import { declaredName } from './query.ts'

/** Past this many statements of the builder a connection prepares no more, so that odd ones cannot fill its memory. */
const maxBuilt = 400
const builtNames = new Map<string, string>()

/** Statements of the builder have no name of their own: theirs is made from the text. */
function getName(text: string): string | undefined {
  const known = declaredName(text) ?? builtNames.get(text)
  if (known !== undefined || builtNames.size >= maxBuilt) return known
  const name = createHash('sha1').update(text).digest('base64url')
  builtNames.set(text, name)
  return name
}

const began = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 }

/**
 * Prepares every parameterised statement by name, so that the server plans each once a connection, and sends
 * `begin` along with the statement after it, which saves every transaction a turn to the database.
 */
export class PreparingClient extends PooledClient {
  #beginHeldBack = false

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    if (isBegin(text)) return this.#begin(text) as never
    const named =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: getName(text), text, values } as QueryConfig, ...rest]
        : args
    const asked: unknown = Reflect.apply(super.query, this, named)
    if (this.#beginHeldBack) {
      this.#beginHeldBack = false
      this.connection.stream.uncork()
    }
    return asked as never
  }

  #begin(text: string): Promise<typeof began> {
    this.#beginHeldBack = true
    this.connection.stream.cork()
    // Should it fail, nothing that follows may be taken for part of a transaction.
    const begun = Reflect.apply(super.query, this, [text]) as Promise<unknown>
    begun.catch((error: Error) => this.connection.stream.destroy(error))
    return Promise.resolve(began)
  }
}
