import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import { isBegin, PooledClient } from './pooled-client.ts'
import { declaredName } from './query.ts'

/** Limit of prepared statements of the query builder, so that unusual ones cannot fill the memory. */
const maxBuilt = 400
const builtNames = new Map<string, string>()

/** Statements of the query builder get a name derived from their text. */
function getName(text: string): string | undefined {
  const known = declaredName(text) ?? builtNames.get(text)
  if (known !== undefined || builtNames.size >= maxBuilt) return known
  const name = createHash('sha1').update(text).digest('base64url')
  builtNames.set(text, name)
  return name
}

const began = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 }

/**
 * Prepares every parameterised statement by name, so that it is planned once per connection, and sends `begin` together
 * with the next statement, which saves a round trip per transaction.
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
    const result: unknown = Reflect.apply(super.query, this, named)
    if (this.#beginHeldBack) {
      this.#beginHeldBack = false
      this.connection.stream.uncork()
    }
    return result as never
  }

  #begin(text: string): Promise<typeof began> {
    this.#beginHeldBack = true
    this.connection.stream.cork()
    // If it fails, no later statement may run as if inside a transaction.
    const begun = Reflect.apply(super.query, this, [text]) as Promise<unknown>
    begun.catch((error: Error) => this.connection.stream.destroy(error))
    return Promise.resolve(began)
  }
}
