import { agencies } from '@agency-support/contract/modules/agencies'
import { certificates } from '@agency-support/contract/modules/certificates'
import { journal } from '@agency-support/contract/modules/journal'
import { products } from '@agency-support/contract/modules/products'
import { reports } from '@agency-support/contract/modules/reports'
import { seats } from '@agency-support/contract/modules/seats'
import { expect, test } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { callAddress, fetchFile, send } from './api.ts'

const envelope = (code: number, message: string, data: unknown[] = []) => ({ code, message, data })

test('the address of a download has what the path names in it, the rest as its query', () => {
  expect(callAddress(journal.live, {})).toBe('/api/live')
  expect(callAddress(journal.live, { after: '12' })).toBe('/api/live?after=12')
  expect(callAddress(products.logo, { id: '7', v: 'a b&c' })).toBe('/api/file/7/logo?v=a+b%26c')
  expect(callAddress(seats.usage, { agencyId: '69/38' })).toBe('/staff/seats/used/69%2F38')
  const report = callAddress(reports.csv, { report: 'activity', product: '2' } as never)
  expect(report).toBe('/api/reports/activity/csv?product=2')
})

test('a read by GET takes its fields as path and query, and no field twice', async () => {
  const asked = await answeringServer((_asked, response) => json(response, envelope(0, '')))
  await send(products.logo, { id: '7', v: '3' })
  expect(asked).toMatchObject([{ method: 'GET', path: '/api/file/7/logo?v=3', body: '' }])
})

test('a file is sent as a form under the name its call gives it, with a key and the browser’s own type', async () => {
  const asked = await answeringServer((_asked, response) => json(response, envelope(0, 'Stored.', [{}])))
  const file = new File(['png'], 'logo.png', { type: 'image/png' })
  expect(await send(products.uploadLogo, { id: '7' }, { file })).toMatchObject({ message: 'Stored.' })
  const [{ method, path, headers, body } = { headers: {}, body: '' }] = asked as Partial<(typeof asked)[0]>[]
  expect([method, path]).toEqual(['POST', '/api/file/7/uploadLogo'])
  expect(headers?.['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(headers?.['idempotency-key']).toBeDefined()
  expect(body).toContain('form-data; name="File"; filename="logo.png"')
})

test('a call that answers a file is asked by its command; what has no command is refused at once', async () => {
  const asked = await answeringServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
  })
  const reply = await fetchFile(certificates.file, { agencyId: 1, clientId: 2 } as never)
  expect(reply.ok && (await reply.body.text())).toBe('%PDF')
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ agencyId: 1, clientId: 2 })
  expect(() => fetchFile(products.logo, { id: '7' })).toThrow('logo is not a command')
})

test('a call that was given up throws, and is no failure of the connection', async () => {
  const left = new AbortController()
  await answeringServer(() => left.abort())
  await expect(send(agencies.timeZones, {}, { signal: left.signal })).rejects.toThrow('abort')
})
