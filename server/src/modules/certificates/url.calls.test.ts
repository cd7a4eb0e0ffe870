import { certificates } from '@agency-support/contract/modules/certificates'
import { P } from '@agency-support/contract/permissions'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer({ config: { certificateBaseUrl: 'https://certificates.test/c' } })
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess] })
  await server.agency(6938)
})

const encode = (agencyId: number | string, clientId: string) =>
  reader.call(certificates.encodeUrl, { agencyId, clientId })
const decode = (urlToken: string) => reader.call(certificates.decodeUrl, { urlToken })

test('[CERT-TOOL-08] [CERT-TOOL-09] [MKT-56] [MKT-58] [MKT-07] the url of a client, both ids with their zeros, leads back to them', async () => {
  const [url = ''] = (await encode('6938', '4711')).data
  const [, token = ''] = /^https:\/\/certificates\.test\/c\/([A-Za-z0-9_-]+)$/.exec(url) ?? []
  const content = { agencyId: '00006938', clientId: '00004711', issued: server.clock.now().toISOString() }
  for (const given of [url, token, `http://127.0.0.1:1/elsewhere/${token}`])
    expect((await decode(given)).data).toEqual([content])
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'agency_id', 'subject', 'after'])
    .where('event', 'like', 'certificates.%')
    .execute()
  expect(rows).toEqual([
    { event: 'certificates.urlEncoded', agency_id: 6938, subject: '00004711', after: null },
  ])
})

test('[MKT-58] an unknown agency answers code 2; the client is not looked up; ids are numbers', async () => {
  expect(await encode(6939, '4711')).toMatchObject({ status: 200, code: 2, message: 'Agency not found' })
  expect((await encode(6938, '99999999')).code).toBe(0)
  for (const [agencyId, clientId, sentence] of [
    ['6938x', '1', 'Agency id must be a whole number from 1 to 99999999.'],
    [0, '1', 'Agency id must be a whole number from 1 to 99999999.'],
    ['6938', '1e3', 'Client id must be 1 to 8 digits.'],
    ['6938', '123456789', 'Client id must be 1 to 8 digits.'],
  ] as const) {
    const got = await encode(agencyId, clientId)
    expect([got.status, got.message]).toEqual([400, sentence])
  }
})

test('[MKT-57] what is not ours answers 422 in a sentence', async () => {
  for (const foreign of ['', '%%%%', 'http://169.254.169.254/', 'AQ'.repeat(30), 'x'.repeat(2000)])
    expect(await decode(foreign), foreign).toMatchObject({
      status: 200,
      code: 422,
      message: 'This is not a certificate url or token of ours.',
    })
})

test('[MKT-57] an address is read and never asked, with a token of ours or without', async () => {
  let asked = 0
  const inside = createServer((_request, response) => {
    asked += 1
    response.end()
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const origin = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
  const [url = ''] = (await encode('6938', '4711')).data
  expect((await decode(`${origin}/`)).code).toBe(422)
  expect((await decode(`${origin}/c/${url.split('/').at(-1)}`)).code).toBe(0)
  expect(asked).toBe(0)
  await fetch(origin)
  expect(asked).toBe(1)
  inside.closeAllConnections()
  inside.close()
})
