import { afterEach, expect, test } from 'vitest'
import { type Answering, answeringServer } from '../../../test/answering-server.ts'
import { connection } from '../../lib/requests/connection.ts'
import { downloadCertificate } from './download.ts'

afterEach(() => connection.reached())

const of = { agencyId: 6938, clientId: '00004711' }

/** Downloads from a server with this answer; returns what was saved, shown and requested. */
async function run(answer: Answering) {
  const asked = await answeringServer(answer)
  const saved: { file: Blob; name: string }[] = []
  const said = await downloadCertificate(of, (file, name) => saved.push({ file, name }))
  return { asked, saved, said }
}

test('[CERTS-08] [MKT-54] the PDF is saved under time, agency id, client id and the name of the header', async () => {
  const { asked, saved, said } = await run((_asked, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="certificate.pdf"',
      })
      .end('%PDF'),
  )
  expect(said).toBeNull()
  expect(asked.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown])).toEqual([
    ['POST', '/api/request', { command: 'GetSelfServeCertificateFile', ...of }],
  ])
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^\d{14}_00006938_00004711_certificate\.pdf$/),
  ])
  expect(await saved[0]?.file.text()).toBe('%PDF')
})

test('a refusal is said in the words of the server, and nothing is saved', async () => {
  const json = { 'content-type': 'application/json; charset=utf-8' }
  const refused = await run((_asked, response) =>
    response.writeHead(200, json).end('{"code":2,"message":"Certificate not found.","data":[]}'),
  )
  expect([refused.said, refused.saved]).toEqual(['Certificate not found.', []])
  const wrong = await run((_asked, response) =>
    response.writeHead(400, json).end('{"code":400,"message":"clientId must be eight digits.","data":[]}'),
  )
  expect([wrong.said, wrong.saved]).toEqual(['clientId must be eight digits.', []])
  for (const [status, body] of [
    [500, '{"code":500,"message":"number 7","data":[]}'],
    [200, 'null'],
    [200, '<html>'],
  ] as const) {
    const failed = await run((_asked, response) => response.writeHead(status, json).end(body))
    expect([failed.said, failed.saved]).toEqual(['Unable to download the certificate.', []])
  }
})
