import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { expect, test } from 'vitest'
import { testAgentKey } from '../../../test/agent-keys.ts'
import { testServer } from '../../../test/app.ts'
import { download, largeLog, sendPart } from '@agency-support/sandbox/large-log'
import { announce, logNamed } from '../../../test/send-file.ts'

const megabytes = 200
/** Of server and caller together; a body or a file held in memory would show as 200 of them. */
const maxGrowth = 150

const rss = (): number => process.memoryUsage.rss() / (1024 * 1024)

test('200 MB come in, are kept, read and go out, and memory stays flat', async () => {
  await using server = await testServer()
  const software = await server.software(6938)
  const ada = await server.asNew({ permissions: [2000] })
  const log = largeLog(megabytes)
  const announced = {
    ...announce(logNamed('large.log'), Buffer.alloc(0)),
    size: log.size,
    sha256: log.sha256,
  }
  const { data } = await software.call(agencyFiles.openUpload, announced)
  const uploadId = data[0]?.uploadId ?? ''
  const before = rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rss())
  }, 20)
  const agencyKey = testAgentKey(6938)
  expect(await sendPart({ port: server.port, agencyKey }, { uploadId, offset: 0, megabytes })).toBe(log.size)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  const headers = { cookie: ada.cookie ?? '', origin: server.origin }
  const path = '/api/file/download?agencyId=6938&location=8&filePath=large.log'
  expect(await download(server.port, path, headers)).toEqual({ size: log.size, sha256: log.sha256 })
  const asked = { agencyId: '6938', filePath: 'large.log' }
  const from = String(log.lines - 1)
  const page = await ada.call(agencyFiles.logLines, { ...asked, from })
  expect(page.data).toMatchObject([{ totalLines: log.lines, lines: expect.any(Array), next: null }])
  expect(page.data[0]?.lines).toHaveLength(2)
  await ada.call(agencyFiles.searchLog, { ...asked, text: 'nowhere' })
  clearInterval(watch)
  expect(most - before).toBeLessThan(maxGrowth)
})
