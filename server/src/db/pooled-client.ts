import { callbackify } from 'node:util'
import type { QueryConfig } from 'pg'
import { type WatchedConfig, WatchedClient } from './watched-client.ts'

/** Settings for connections through a pooler that assigns a database session per transaction. */
export interface Pooling {
  /** Whether statements may be prepared by name: the pooler must then support it across sessions. */
  prepares: boolean
  isReadOnly: boolean
  /** Session settings by name, repeated in every transaction. */
  settings: Readonly<Record<string, string | number>>
}

export interface PooledConfig extends WatchedConfig {
  /** Undefined without a pooler. */
  pooling?: Pooling | undefined
}

type Callback = (error: unknown, result?: unknown) => void

const beginPattern = /^(?:begin|start transaction)\b/
const endPattern = /^(?:commit|rollback)$/

/** True for the statement that begins a transaction. */
export function isBegin(text: unknown): text is string {
  return typeof text === 'string' && beginPattern.test(text)
}

/**
 * A connection that may lead through a transaction pooler. Each statement outside a transaction gets its own, in the
 * same packet, so that session settings (read-only, timeouts) apply on whichever session it runs. Without `pooling` it
 * behaves like any other connection.
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

  /** Resolves after the commit, because before it a change is not saved. */
  #alone(config: QueryConfig, callback?: Callback): Promise<unknown> | undefined {
    const { stream } = this.connection
    const ask = (asked: string | QueryConfig): Promise<unknown> => this.#send([asked]) as Promise<unknown>
    stream.cork()
    // The extended protocol allows one statement per query, so the text cannot end the transaction.
    const extended = { ...config, queryMode: 'extended' } as QueryConfig
    const asked = Promise.all([ask(this.#beginning('begin')), ask(extended), ask('commit')])
    stream.uncork()
    const answered = asked.then(([, result]) => result)
    if (callback === undefined) return answered
    callbackify(() => answered)(callback)
    return undefined
  }
}
