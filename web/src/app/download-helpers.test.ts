import { afterEach, expect, test } from 'vitest'
import { answeringServer } from '../../test/answering-server.ts'
import { connection } from '../lib/requests/connection.ts'
import {
  agencyFile,
  clientFile,
  clientFileAsJson,
  download,
  logFile,
} from '../modules/agency-files/downloads.ts'
import { downloadCertificate } from '../modules/certificates/download.ts'

afterEach(() => connection.reached())

type Save = (file: Blob, name: string) => void

test('[DOWNLOADS-13] each of the seven kinds of file has a helper that saves it under its documented name', async () => {
  await answeringServer((_asked, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="f"',
      })
      .end('content'),
  )
  const names: string[] = []
  const save: Save = (_file, name) => names.push(name.replace(/^\d{14}_/, ''))
  for (const wanted of [
    logFile(6938, 'error.log'),
    clientFile(6938, 0, '00000042'),
    clientFileAsJson(6938, 0, '00000042'),
    agencyFile(6938, 'agencyConfig'),
    agencyFile(6938, 'agencyMetrics'),
    agencyFile(6938, 'agencyMultifolder'),
  ])
    expect(await download(wanted, save)).toBeNull()
  expect(await downloadCertificate({ agencyId: 6938, clientId: '00000042' }, save)).toBeNull()
  expect(names).toEqual([
    '00006938_rror.log_f',
    '00006938_00000042_f',
    '00006938_00000042_f',
    '00006938_f',
    '00006938_f',
    '00006938_f',
    '00006938_00000042_f',
  ])
})
