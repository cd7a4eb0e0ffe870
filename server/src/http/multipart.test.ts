import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange, type Sent } from '../../test/exchange.ts'
import { type FilePart, toForm } from '../../test/form.ts'
import type { HttpFailure } from '../calls/refusal.ts'
import { routeMultipart, SentFile } from './multipart.ts'

const maxBytes = 100_000
const tooLarge = 'At most 100 kB.'
const path = '/made/up'
let app: FastifyInstance
let port: number
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  app = Fastify({ bodyLimit: 1_000 })
  const wire = { form: 'multipart', method: 'POST', path, part: 'File', maxBytes, tooLarge } as const
  routeMultipart(
    app,
    {
      method: 'POST',
      url: path,
      handler: ({ body }) => (body instanceof SentFile ? body.bytes.toString('latin1') : 'no file'),
      errorHandler: (error, _request, reply) => {
        const { status, message, headers } = error as unknown as HttpFailure
        void reply.code(status).headers(headers).send(message)
      },
    },
    wire,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await app.close()
})

const send = (form: Pick<Sent, 'headers' | 'body'>, headers: Record<string, string> = {}) =>
  exchange(agent, port, { method: 'POST', path, ...form, headers: { ...form.headers, ...headers } })
const post = async (parts: readonly FilePart[], headers: Record<string, string> = {}) => {
  const { status, body } = await send(toForm(parts), headers)
  return [status, body]
}
const file = (length: number, name = 'File'): FilePart => ({ name, bytes: Buffer.alloc(length, 'x') })
const notOne = [400, 'The form must hold one file, in the part File, and nothing else.']

test('the one file of a form arrives byte for byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  expect(await post([{ name: 'File', bytes }])).toEqual([200, bytes.toString('latin1')])
  expect(await post([file(0)])).toEqual([200, ''])
})

test('a file may be as large as is said, and not one byte larger', async () => {
  expect((await post([file(maxBytes)]))[1]).toHaveLength(maxBytes)
  expect(await post([file(maxBytes + 1)])).toEqual([400, tooLarge])
  const long = { ...file(10), fileName: `${'n'.repeat(maxBytes + 20_000)}.png` }
  expect(await post([long])).toEqual([400, tooLarge])
})

test('what is far too large is refused before its end, what is somewhat too large when it has come', async () => {
  const { status, body } = await send(toForm([file(8 * 1024 * 1024)]))
  expect([status, body]).toEqual([400, tooLarge])
  const length = 20 * 1024 * 1024
  const headers = { ...toForm([]).headers, 'content-length': length }
  const going = request({ host: '127.0.0.1', port, method: 'POST', path, headers })
  going.on('error', () => undefined)
  going.write(Buffer.alloc(length / 2, 'x'))
  const [answer] = (await once(going, 'response')) as [IncomingMessage]
  expect([answer.statusCode, await text(answer)]).toEqual([400, tooLarge])
  going.destroy()
})

test('another part, another name, a text or nothing at all is refused', async () => {
  expect(await post([file(1), file(1)])).toEqual(notOne)
  expect(await post([file(1), file(1, 'Other')])).toEqual(notOne)
  expect(await post([file(1, 'file')])).toEqual(notOne)
  expect(await post([])).toEqual(notOne)
  const boundary = 'boundary-of-a-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="File"\r\n\r\n`
  const plain = await send({ ...toForm([]), body: `${head}x\r\n--${boundary}--\r\n` })
  expect([plain.status, plain.body]).toEqual(notOne)
})

test('what is no form, or says that it is packed, is refused by its type', async () => {
  const formOnly = [415, 'The request body must be a form (Content-Type: multipart/form-data).']
  for (const type of [
    'application/json',
    'multipart/form-data',
    'multipart/mixed; boundary=boundary-of-a-test',
    'x-multipart/form-data; boundary=boundary-of-a-test',
  ])
    expect(await post([file(1)], { 'content-type': type })).toEqual(formOnly)
  expect(await post([file(1)], { 'content-encoding': 'gzip' })).toEqual(formOnly)
  const other = { 'content-type': 'Multipart/Form-Data ; boundary=boundary-of-a-test' }
  expect(await post([file(1)], other)).toEqual([200, 'x'])
})

test('a form that breaks off cannot be read', async () => {
  const { headers, body } = toForm([file(50)])
  const got = await send({ ...(headers && { headers }), body: (body as Buffer).subarray(0, -30) })
  expect([got.status, got.body]).toEqual([400, 'The form cannot be read.'])
})
