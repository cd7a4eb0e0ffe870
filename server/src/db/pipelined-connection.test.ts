import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { AnswerTimeout } from './database-errors.ts'
import { type PipelinedClient, PipelinedConnection } from './pipelined-connection.ts'

/** A fake connection that reproduces the order of a real one's events. */
class FakeClient extends EventEmitter {
  readonly connection = { stream: { cork: () => undefined, uncork: () => undefined } }
  ended = false
  readonly #answer: (client: FakeClient) => Promise<unknown>

  constructor(answer: (client: FakeClient) => Promise<unknown>) {
    super()
    this.#answer = answer
  }

  connect(): Promise<void> {
    return Promise.resolve()
  }

  query(): Promise<unknown> {
    return this.#answer(this)
  }

  end(): Promise<void> {
    this.ended = true
    return Promise.resolve()
  }
}

const rows = (): Promise<unknown> => Promise.resolve({ rows: [{ n: 1 }] })

/** The statement fails first; the connection emits `end` only after the caller has seen the failure. */
const dies = (client: FakeClient): Promise<unknown> => {
  setImmediate(() => client.emit('end'))
  return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
}

test('the late end of a dead connection does not make its successor forgotten, which would never be closed', async () => {
  const opened: FakeClient[] = []
  const answers = [dies, rows]
  const connection = new PipelinedConnection(() => {
    const client = new FakeClient(answers[opened.length] ?? rows)
    opened.push(client)
    return client as unknown as PipelinedClient
  })
  expect(await connection.rows({ text: 'select 1' })).toEqual([{ n: 1 }])
  await new Promise(setImmediate)
  expect(await connection.rows({ text: 'select 1' })).toEqual([{ n: 1 }])
  expect(opened).toHaveLength(2)
  await connection.close()
  expect(opened[1]?.ended).toBe(true)
})

test('a connection that cannot be made fails the statement, and the next one tries anew', async () => {
  let tries = 0
  const connection = new PipelinedConnection(() => {
    tries += 1
    const client = new FakeClient(rows)
    if (tries === 1) client.connect = () => Promise.reject(new Error('ECONNREFUSED'))
    return client as unknown as PipelinedClient
  })
  await expect(connection.rows({ text: 'select 1' })).rejects.toThrow('ECONNREFUSED')
  expect(await connection.rows({ text: 'select 1' })).toEqual([{ n: 1 }])
  expect(tries).toBe(2)
})

test('an answer that does not come in time fails its statement, which is not asked again, and the next has another connection', async () => {
  const opened: FakeClient[] = []
  const connection = new PipelinedConnection(() => {
    const late = () => Promise.reject(new AnswerTimeout())
    const client = new FakeClient(opened.length === 0 ? late : rows)
    opened.push(client)
    return client as unknown as PipelinedClient
  })
  await expect(connection.rows({ text: 'select 1' })).rejects.toBeInstanceOf(AnswerTimeout)
  expect(opened).toHaveLength(1)
  expect(await connection.rows({ text: 'select 1' })).toEqual([{ n: 1 }])
  expect(opened).toHaveLength(2)
})

test('a statement that PostgreSQL refuses keeps the connection, and none is open before the first', async () => {
  const opened: FakeClient[] = []
  const connection = new PipelinedConnection(() => {
    let asked = 0
    const answer = () => ((asked += 1) === 1 ? Promise.reject(new Error('syntax error')) : rows())
    opened.push(new FakeClient(answer))
    return opened.at(-1) as unknown as PipelinedClient
  })
  await connection.close()
  expect(opened).toEqual([])
  await expect(connection.rows({ text: 'select' })).rejects.toThrow('syntax error')
  expect(await connection.rows({ text: 'select 1' })).toEqual([{ n: 1 }])
  expect(opened).toHaveLength(1)
})

test('it tells how many answers it waits for, whether they come or fail', async () => {
  const gate = Promise.withResolvers<unknown>()
  const connection = new PipelinedConnection(
    () => new FakeClient(() => gate.promise) as unknown as PipelinedClient,
  )
  const asked = [connection.rows({ text: 'select 1' }), connection.rows({ text: 'select 2' })]
  expect(connection.waiting).toBe(2)
  gate.reject(new Error('none'))
  await Promise.allSettled(asked)
  expect(connection.waiting).toBe(0)
})
