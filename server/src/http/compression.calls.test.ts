import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { agencies } from '@agency-support/contract/modules/agencies'
import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { createProduct, createVendor, productSettings } from '../../test/products.ts'
import { wireForm } from '../../test/wire.ts'

const server = useServer()
let manager: TestClient
beforeAll(async () => {
  manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
})

/** Sends a call with this Accept-Encoding and decompresses the answer, as a browser does. */
async function browse<C extends AnyCall>(call: C, input: ClientIn<C>, encodings: string): Promise<Response> {
  const { method, path, body = null } = wireForm(call, input)
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    body: body === null ? null : String(body),
    headers: {
      cookie: manager.cookie ?? '',
      origin: server.origin,
      'content-type': 'application/json',
      'accept-encoding': encodings,
    },
  })
}
const getEncoding = ({ status, headers }: Response): unknown[] => [status, headers.get('content-encoding')]

async function createWordy(name: string): Promise<number> {
  const settings = productSettings(name, await createVendor(manager, `Vendor of ${name}`))
  return (await createProduct(manager, { ...settings, description: 'What it does. '.repeat(100) })).id
}

test('an answer over 1 kB comes in the encoding that the browser takes, the quickest first', async () => {
  const productId = await createWordy('Read')
  const plain = await browse(products.product, { productId }, 'identity')
  expect(getEncoding(plain)).toEqual([200, null])
  const text = await plain.text()
  for (const [encodings, expected] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const packed = await browse(products.product, { productId }, encodings)
    expect([...getEncoding(packed), packed.headers.get('vary')]).toEqual([200, expected, 'accept-encoding'])
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(text.length / 2)
    expect(await packed.text()).toBe(text)
  }
  expect(getEncoding(await browse(agencies.config, { agencyId: 1 }, 'br'))).toEqual([200, null])
})

test('zstd packs at its quickest level, which it is told in its own way', async () => {
  const { path, body = null } = wireForm(products.product, { productId: await createWordy('Quick') })
  const headers = { cookie: manager.cookie ?? '', origin: server.origin, 'content-type': 'application/json' }
  const asked = request({
    port: server.port,
    method: 'POST',
    path,
    headers: { ...headers, 'accept-encoding': 'zstd' },
  })
  asked.end(String(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const packed = await buffer(answer)
  const pack = (level: number): Buffer =>
    zstdCompressSync(zstdDecompressSync(packed), { params: { [constants.ZSTD_c_compressionLevel]: level } })
  expect(packed).toEqual(pack(1))
  expect(packed).not.toEqual(pack(3))
})

test('a secret that is shown once is never compressed, however long the answer', async () => {
  const productId = await createWordy('Refreshed')
  const answer = await browse(products.refreshSecretKey, { productId }, 'gzip, deflate, br')
  expect(getEncoding(answer)).toEqual([200, null])
  expect((await answer.text()).length).toBeGreaterThan(1000)
})

test('a list that is passed on as it is read is compressed on its way', async () => {
  for (let agencyId = 1; agencyId <= 30; agencyId += 1) await server.agency(agencyId, `Agency ${agencyId}`)
  const answer = await browse(agencies.listConfigs, {}, 'br')
  expect([...getEncoding(answer), answer.headers.get('content-length')]).toEqual([200, 'br', null])
  expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(30)
})
