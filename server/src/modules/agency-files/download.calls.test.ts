import { P } from '@agency-support/contract/permissions'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { parseEnvelope, type Got } from '../../../test/exchange.ts'
import { clientFile, logNamed, sendFile } from '../../../test/send-file.ts'
import { beforeAll, expect, test } from 'vitest'

const server = useServer()
let software: TestClient
/** Has all permissions for downloads. */
let ada: TestClient
/** May not download client files. */
let ben: TestClient
beforeAll(async () => {
  software = await server.software(6938)
  ada = await server.asNew({ permissions: [P.CanAccess, P.DownloadClientFiles] })
  ben = await server.asNew({ permissions: [P.CanAccess] })
  await sendFile(software, logNamed('error.log'), '0123456789')
  await sendFile(software, clientFile('00000042'), 'the client file')
  await sendFile(software, clientFile('00000042', 4), '{"search": true}')
  await sendFile(software, clientFile('00000042', 5), '{"texting": true}')
  await sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, '{"config": 1}')
  await sendFile(software, { kind: 'agencyMetrics', name: 'metrics.json' }, '{"totals": {}}')
  const tokens = '{"current": null, "lastFailure": null}'
  await sendFile(software, { kind: 'agencyMultifolder', name: 'multifolder.json' }, tokens)
})

function get(client: TestClient, query: string, headers: Record<string, string> = {}): Promise<Got> {
  return client.send({ method: 'GET', path: `/api/file/download?${query}` }, headers)
}

const disposition = (name: string) => `attachment; filename="${name}"`

test('[DOWNLOADS-07] a download answers the file with its name in the content-disposition header', async () => {
  const got = await get(ada, 'location=0&agencyId=6938&clientId=00000042&filePath=&type=client')
  expect([got.status, got.body]).toEqual([200, 'the client file'])
  expect(got.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '15',
    'content-disposition': disposition('00000042.cms'),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store, private',
    'accept-ranges': 'bytes',
    'last-modified': 'Fri, 20 Nov 2026 08:00:00 GMT',
  })
})

test('[DOWNLOADS-04] a log is had by location 8, agencyId and filePath; type may be log, 8 or absent', async () => {
  for (const type of ['&type=log', '&type=8', '']) {
    const got = await get(ben, `location=8&agencyId=6938&filePath=error.log${type}`)
    expect([got.status, got.body]).toEqual([200, '0123456789'])
    expect(got.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': disposition('error.log'),
    })
  }
})

test('[DOWNLOADS-08] type is one of five words, or it is refused', async () => {
  const bodies = []
  for (const type of ['agencyConfig', 'agencyMetrics', 'agencyMultifolder'])
    bodies.push((await get(ben, `agencyId=6938&type=${type}`)).body)
  expect(bodies).toEqual(['{"config": 1}', '{"totals": {}}', '{"current": null, "lastFailure": null}'])
  for (const type of ['', 'Client', 'clients', '0', '9', 'agencyconfig', 'constructor', '../log', 'log%00']) {
    const got = await get(ada, `agencyId=6938&location=8&filePath=error.log&type=${type}`)
    expect([type, got.status, parseEnvelope(got).message]).toEqual([
      type,
      400,
      'type must be client, log, agencyConfig, agencyMetrics or agencyMultifolder.',
    ])
  }
})

test('[DOWNLOADS-09] [LOOKUP-20] asJson=true answers the content as JSON: itself, or its text, or its bytes', async () => {
  const asJson = async (query: string): Promise<unknown> => {
    const got = await get(ada, `agencyId=6938&${query}&asJson=true`)
    expect(got.headers['content-type']).toBe('application/json; charset=utf-8')
    return JSON.parse(got.body)
  }
  await sendFile(software, clientFile('00000043'), Buffer.from([0xff, 0xfe, 0x00]))
  expect(await asJson('location=4&clientId=00000042')).toEqual({ search: true })
  expect(await asJson('location=0&clientId=00000042')).toEqual({
    name: '00000042.cms',
    text: 'the client file',
  })
  expect(await asJson('location=0&clientId=00000043')).toEqual({ name: '00000043.cms', base64: '//4A' })
  const named = await get(ada, 'agencyId=6938&location=0&clientId=00000042&asJson=true')
  expect(named.headers).toMatchObject({
    'content-disposition': disposition('00000042.cms.json'),
    'content-length': String(named.body.length),
    'content-security-policy': "sandbox; default-src 'none'",
  })
  const json = await get(ada, 'agencyId=6938&location=4&clientId=00000042&asJson=true')
  expect(json.headers['content-disposition']).toBe(disposition('00000042.json'))
  const plain = await get(ada, 'agencyId=6938&location=0&clientId=00000042&asJson=false')
  expect(plain.body).toBe('the client file')
  expect((await get(ada, 'agencyId=6938&clientId=00000042&asJson=yes')).status).toBe(400)
})

test('a byte order mark is no part of the JSON; one inside the text is', async () => {
  const asJson = async (content: string): Promise<unknown> => {
    await sendFile(software, clientFile('00000044', 6), content)
    return JSON.parse((await get(ada, 'agencyId=6938&location=6&clientId=00000044&asJson=true')).body)
  }
  expect(await asJson('\ufeff{"marked": true}')).toEqual({ marked: true })
  expect(await asJson('one\ufefftwo')).toEqual({ name: '00000044.json', text: 'one\ufefftwo' })
})

test.each([
  ['utf-16le', (bytes: Buffer) => bytes],
  ['utf-16be', (bytes: Buffer) => bytes.swap16()],
] as const)('a log in %s is called that, and its text is given as JSON', async (charset, order) => {
  const bytes = order(Buffer.from('\ufeffGrüße\n', 'utf16le'))
  await sendFile(software, logNamed('wide.log'), bytes)
  const query = 'agencyId=6938&location=8&filePath=wide.log'
  for (const headers of [{}, { range: 'bytes=4-7' }]) {
    const got = await get(ben, query, headers)
    expect(got.headers['content-type']).toBe(`text/plain; charset=${charset}`)
  }
  const json = await get(ben, `${query}&asJson=true`)
  expect(JSON.parse(json.body)).toEqual({ name: 'wide.log', text: 'Grüße\n' })
})

test('an empty file is a whole one, and has no part', async () => {
  await sendFile(software, logNamed('empty.log'), '')
  const query = 'agencyId=6938&location=8&filePath=empty.log'
  const whole = await get(ben, query)
  expect([whole.status, whole.body, whole.headers['content-length']]).toEqual([200, '', '0'])
  for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
    const part = await get(ben, query, { range })
    expect([part.status, part.headers['content-range']]).toEqual([416, 'bytes */0'])
  }
})

test('[LOOKUP-11] a client file lies in its own location', async () => {
  const bodies = []
  for (const location of [0, 4, 5, 6])
    bodies.push((await get(ada, `agencyId=6938&clientId=00000042&location=${location}`)).status)
  expect(bodies).toEqual([200, 200, 200, 404])
  for (const location of ['1', '3', '7', '-1', '00', '4.0', '']) {
    const got = await get(ada, `agencyId=6938&clientId=00000042&location=${location}`)
    expect([location, got.status]).toEqual([location, 400])
  }
})

test('[LOOKUP-23] a client file is refused without DownloadClientFiles, before anything is looked up', async () => {
  for (const query of [
    'agencyId=6938&location=0&clientId=00000042&type=client',
    'agencyId=6938&location=4&clientId=00000042',
    'agencyId=6938&clientId=00000042',
    'agencyId=6938&clientId=99999999&asJson=true',
    'agencyId=404&clientId=00000042',
  ])
    expect([query, (await get(ben, query)).status]).toEqual([query, 403])
  const refusals = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('event', '=', 'session.refused')
    .execute()
  // The first refusal is journalled at once; later ones are counted until the hour is over.
  expect(refusals).toHaveLength(1)
  const counted = await server.db.read.selectFrom('refused_right').select('more').execute()
  expect(counted).toEqual([{ more: 4 }])
})

test('no other type and no location leads around DownloadClientFiles to a client file', async () => {
  for (const [query, status] of [
    ['type=log&location=0&filePath=00000042', 404],
    ['type=log&location=0&clientId=00000042&filePath=00000042.cms', 404],
    ['type=log&location=8&clientId=00000042&filePath=client', 404],
    ['type=8&location=0&clientId=00000042&filePath=00000042.cms', 404],
    ['location=8&clientId=00000042&filePath=00000042', 404],
    ['location=8&clientId=00000042', 400],
    ['type=log&clientId=00000042', 400],
    ['type=client&type=log&filePath=error.log', 400],
    ['type=client&location=8&filePath=error.log', 400],
    ['type=client&location=8&clientId=00000042&filePath=error.log', 400],
  ] as const)
    expect([query, (await get(ben, `agencyId=6938&${query}`)).status]).toEqual([query, status])
  // An agency's own file type determines the file, whatever else the request says.
  const config = await get(ben, 'agencyId=6938&type=agencyConfig&location=0&clientId=00000042')
  expect(config.body).toBe('{"config": 1}')
})

test('every download leaves who had what in the history of the agency', async () => {
  await get(ada, 'agencyId=6938&location=4&clientId=00000042&asJson=true')
  await get(ada, 'agencyId=6938&location=8&filePath=error.log')
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['actor_kind', 'agency_id', 'after'])
    .where('event', '=', 'agencyFiles.downloaded')
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  const who = { actor_kind: 'staff', agency_id: 6938 }
  expect(rows).toEqual([
    { ...who, after: { type: 'log', file: 'error.log' } },
    {
      ...who,
      after: { type: 'client', location: 4, clientId: '00000042', file: '00000042.json', as: 'JSON' },
    },
  ])
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=4-999', 206, '456789', 'bytes 4-9/10'],
  ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
  ['bytes=5-2', 200, '0123456789', undefined],
  ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ['lines=0-1', 200, '0123456789', undefined],
  ['some bytes=0-3', 200, '0123456789', undefined],
  ['bytes=0-3 of it', 200, '0123456789', undefined],
  ['bytes=4-4', 206, '4', 'bytes 4-4/10'],
  ['bytes=-', 200, '0123456789', undefined],
])('Range %s answers %d and %j', async (range, status, body, contentRange) => {
  const got = await get(ben, 'agencyId=6938&location=8&filePath=error.log', { range })
  expect([got.status, got.body, got.headers['content-range']]).toEqual([status, body, contentRange])
  expect(got.headers['content-length']).toBe(String(body.length))
})

test('a part behind the end is refused, and a part of an older version is the whole file', async () => {
  const query = 'agencyId=6938&location=8&filePath=error.log'
  for (const range of ['bytes=10-', 'bytes=-0']) {
    const got = await get(ben, query, { range })
    expect([got.status, got.headers['content-range']]).toEqual([416, 'bytes */10'])
  }
  const { headers } = await get(ben, query)
  const etag = headers.etag ?? ''
  const same = await get(ben, query, { range: 'bytes=0-1', 'if-range': etag })
  const other = await get(ben, query, { range: 'bytes=0-1', 'if-range': '"0"' })
  expect([same.body, other.body]).toEqual(['01', '0123456789'])
})

/** F01 to F10: a path that is no listed file is bad input or not found, and never returns a file. */
test.each([
  ['filePath', '../../../../../../../../etc/passwd', 400],
  ['filePath', '....//....//etc/passwd', 400],
  ['filePath', String.raw`..\..\..\windows\win.ini`, 400],
  ['filePath', '/etc/passwd', 400],
  ['filePath', 'file:///etc/passwd', 400],
  ['filePath', '/proc/self/environ', 400],
  ['filePath', '%2e%2e%2fetc%2fpasswd', 404],
  ['filePath', '..%c0%afetc%c0%afpasswd', 404],
  ['filePath', '．．／etc／passwd', 404],
  ['filePath', String.raw`\\server\share\x`, 400],
  ['filePath', 'error.log\0.txt', 400],
  ['filePath', 'CON', 404],
  ['filePath', '.', 400],
  ['filePath', '..', 400],
  ['filePath', '', 400],
  ['filePath', 'x'.repeat(5_000), 400],
  ['filePath', 'ERROR.LOG', 404],
  ['filePath', 'error.log ', 404],
  ['filePath', '\ud800', 404],
  ['agencyId', '6938/../6939', 400],
  ['agencyId', '-1', 400],
  ['agencyId', '0', 400],
  ['agencyId', '6938 or 1=1', 400],
  ['agencyId', '٦٩٣٨', 400],
  ['agencyId', '6939', 404],
  ['location', '../8', 400],
  ['location', '8 ', 400],
  ['type', 'log/../client', 400],
  ['clientId', '../00000042', 400],
  ['clientId', '42', 400],
])('%s %.40j answers %d', async (field, value, status) => {
  const asked = { type: 'log', location: '8', agencyId: '6938', filePath: 'error.log', [field]: value }
  const got = await get(ada, new URLSearchParams(asked).toString())
  expect(got.status).toBe(status)
  expect(JSON.parse(got.body)).toEqual({
    code: status,
    message: expect.stringMatching(/^\S.{8,}\.$/),
    data: [],
  })
})

/** The same in encodings that no form produces: the URL is decoded exactly once. */
test.each([
  ['..%2f..%2fetc%2fpasswd', 400],
  ['..%5c..%5cwindows%5cwin.ini', 400],
  ['..%c0%afetc%c0%afpasswd', 404],
  ['%c0%ae%c0%ae', 404],
  ['%252e%252e%252fetc%252fpasswd', 404],
  ['error.log%00.txt', 400],
  ['error.log%0d%0aSet-Cookie:%20planted=1', 400],
])('filePath=%s in the address answers %d', async (filePath, status) => {
  const got = await get(ada, `type=log&location=8&agencyId=6938&filePath=${filePath}`)
  expect([got.status, parseEnvelope(got).code]).toEqual([status, status])
  expect(got.headers['set-cookie']).toBeUndefined()
})

test.each([
  ['a.html', disposition('a.html.txt')],
  ['a.log.html', disposition('a.log.html.txt')],
  ['catalog', disposition('catalog.txt')],
  ['NOTES.TXT', disposition('NOTES.TXT')],
  ['x".log', `${disposition('x_.log')}; filename*=UTF-8''x%22.log`],
  ['50% of é.log', `${disposition('50_ of _.log')}; filename*=UTF-8''50%25%20of%20%C3%A9.log`],
  [`a'b(c)*.log`, disposition(`a'b(c)*.log`)],
  [`é'*.log`, `${disposition(`_'*.log`)}; filename*=UTF-8''%C3%A9%27%2A.log`],
  ['x.log; filename*=UTF-8 evil.exe', disposition('x.log; filename*=UTF-8 evil.exe.txt')],
])('a log named %j goes out under one clean header, as plain text', async (name, header) => {
  await sendFile(software, logNamed(name), '<script>alert(1)</script>')
  const query = new URLSearchParams({ type: 'log', agencyId: '6938', location: '8', filePath: name })
  const got = await get(ben, query.toString())
  expect([got.status, got.body]).toEqual([200, '<script>alert(1)</script>'])
  expect(got.headers).toMatchObject({
    'content-disposition': header,
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})
