import { afterEach, expect, test, vi } from 'vitest'
import { answeringServer } from '../../../test/answering-server.ts'
import { connection } from '../../lib/requests/connection.ts'
import { agencyFile, cardFile, clientFile, clientFileAsJson, download, logFile } from './downloads.ts'

afterEach(() => connection.reached())

const asks = [
  [
    '[DOWNLOADS-04] a log',
    logFile(6938, 'error.log'),
    'type=log&location=8&agencyId=6938&filePath=error.log',
  ],
  [
    '[LOOKUP-20] a client file',
    clientFile(6938, 0, '00000042'),
    'type=client&location=0&agencyId=6938&clientId=00000042',
  ],
  [
    '[LOOKUP-20] a client file as JSON',
    clientFileAsJson(6938, 0, '00000042'),
    'type=client&location=0&agencyId=6938&clientId=00000042&asJson=true',
  ],
  [
    'a vendor card',
    cardFile(6938, 6, '00000042'),
    'type=client&location=6&agencyId=6938&clientId=00000042&asJson=true',
  ],
  ['the config file', agencyFile(6938, 'agencyConfig'), 'type=agencyConfig&agencyId=6938'],
  ['the metrics file', agencyFile(6938, 'agencyMetrics'), 'type=agencyMetrics&agencyId=6938'],
  ['the multifolder file', agencyFile(6938, 'agencyMultifolder'), 'type=agencyMultifolder&agencyId=6938'],
] as const

test.each(asks)(
  '[DOWNLOADS-11] [DOWNLOADS-12] %s is asked for by its parts',
  async (_name, wanted, query) => {
    const asked = await answeringServer((_asked, response) => response.writeHead(200).end('content'))
    const save = vi.fn<(file: Blob, name: string) => void>()
    expect(await download(wanted, save)).toBeNull()
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /api/file/download?${query}`])
  },
)

test('[DOWNLOADS-14] what is saved is the content, under time, agency id, slice and the name of the header', async () => {
  await answeringServer((_asked, response) =>
    response
      .writeHead(200, { 'content-disposition': "attachment; filename*=UTF-8''client%20file.dat" })
      .end('content'),
  )
  const saved: { text: string; name: string }[] = []
  const files: Blob[] = []
  await download(clientFile(6938, 0, '00000042'), (file, name) => {
    files.push(file)
    saved.push({ text: '', name })
  })
  expect(await files[0]?.text()).toBe('content')
  expect(saved[0]?.name).toMatch(/^\d{14}_00006938_00000042_client_file\.dat$/)
})

test.each([
  ['Not Found', 'Not Found'],
  ['', 'Failed to download file'],
])(
  '[DOWNLOADS-15] a refused download with the status text %j reports %s and saves nothing',
  async (text, message) => {
    await answeringServer((_asked, response) => response.writeHead(404, text).end())
    const save = vi.fn<(file: Blob, name: string) => void>()
    expect(await download(logFile(6938, 'gone.log'), save)).toBe(message)
    expect(save).not.toHaveBeenCalled()
  },
)

test('[DOWNLOADS-15] without an answer at all it reports Failed to download file', async () => {
  await answeringServer((_asked, response) => response.destroy())
  expect(await download(logFile(6938, 'error.log'))).toBe('Failed to download file')
})
