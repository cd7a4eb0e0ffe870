import { callbackify } from 'node:util'
import type { QueryConfig } from 'pg'
import { type WatchedConfig, WatchedClient } from './watched-client.ts'

/** What a connection needs to know whose session at the database a pooler may lend to others after each transaction. */
export interface Pooling {
  /** Whether a statement may be named: the pooler then has to know it again on whichever session it lends. */
  prepares: boolean
  isReadOnly: boolean
  /** Settings of the session by name, which every transaction makes anew. */
  settings: Readonly<Record<string, string | number>>
}

export interface PooledConfig extends WatchedConfig {
  /** Undefined where nothing is in between. */
  pooling?: Pooling | undefined
}

type Callback = (error: unknown, result?: unknown) => void

const beginPattern = /^(?:begin|start transaction)\b/
const endPattern = /^(?:commit|rollback)$/

/** True for the statement that opens a transaction. */
export function isBegin(text: unknown): text is string {
  return typeof text === 'string' && beginPattern.test(text)
}

/**
 * A connection that may lead through a pooler which lends sessions by the transaction: each statement outside a
 * transaction gets one of its own, in the same packet, so that what a session would keep (to be read-only, limits of
 * time) is true for it on whichever session it runs. Without `pooling` a connection like any other.
 */
export class PooledClient extends WatchedClient {
  readonly #pooling: Pooling | undefined
  readonly #settings: string
  #isOpen = false

  constructor({ pooling, ...config }: PooledConfig = {}) {
    super(config)
    this.#pooling = pooling
    this.#settings = Object.entries(pooling?.settings ?? {})
      .map(([name, value]) => `; set local ${name} = ${value}`)
      .join('')
  }

  override query(...args: unknown[]): never {
    const [first, ...rest] = args
    if (this.#pooling === undefined) return this.#send(args) as never
    if (isBegin(first)) {
      this.#isOpen = true
      return this.#send([this.#beginning(first), ...rest]) as never
    }
    const config = this.#toConfig(first, rest)
    const callback = rest.find((one): one is Callback => typeof one === 'function')
    const isEnd = endPattern.test(config.text)
    if (!this.#isOpen && !isEnd) return this.#alone(config, callback) as never
    if (isEnd) this.#isOpen = false
    return this.#send(callback === undefined ? [config] : [config, callback]) as never
  }

  #send(args: unknown[]): unknown {
    return Reflect.apply(super.query, this, args)
  }

  #beginning(text: string): string {
    return `${text}${this.#pooling?.isReadOnly === true ? ' read only' : ''}${this.#settings}`
  }

  #toConfig(first: unknown, rest: readonly unknown[]): QueryConfig {
    const given = (typeof first === 'string' ? { text: first } : first) as QueryConfig
    const values = rest.find((one) => Array.isArray(one)) ?? given.values
    const name = this.#pooling?.prepares === true ? given.name : undefined
    return { text: given.text, values, ...(name === undefined ? {} : { name }) } as QueryConfig
  }

  /** Answered when the transaction is committed: before, a change is not saved. */
  #alone(config: QueryConfig, callback?: Callback): Promise<unknown> | undefined {
    const { stream } = this.connection
    const ask = (asked: string | QueryConfig): Promise<unknown> => this.#send([asked]) as Promise<unknown>
    stream.cork()
    // Extended, one statement is all that its text can hold: nothing in it can end the transaction.
    const extended = { ...config, queryMode: 'extended' } as QueryConfig
    const asked = Promise.all([ask(this.#beginning('begin')), ask(extended), ask('commit')])
    stream.uncork()
    const answered = asked.then(([, result]) => result)
    if (callback === undefined) return answered
    callbackify(() => answered)(callback)
    return undefined
  }
}
