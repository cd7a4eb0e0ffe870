import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { expect, test } from 'vitest'
import { testAgentKey } from '../../../test/agent-keys.ts'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { download, largeLog, sendPart } from '@agency-support/sandbox/large-log'
import { announce, logNamed } from '../../../test/send-file.ts'

const megabytes = 300
/** MiB for server and client together; a body or file held in memory would add 300. */
const maxGrowth = 200

const rss = (): number => process.memoryUsage.rss() / (1024 * 1024)

type Parties = Record<'software' | 'ada', TestClient> & { server: TestServer }

/** Uploads a log as an agency's software does, and reads it in every possible way. */
async function sendAndRead({ server, software, ada }: Parties, name: string, size: number): Promise<void> {
  const log = largeLog(size)
  const announced = {
    ...announce(logNamed(name), Buffer.alloc(0)),
    size: log.size,
    sha256: log.sha256,
  }
  const { data } = await software.call(agencyFiles.openUpload, announced)
  const uploadId = data[0]?.uploadId ?? ''
  const agencyKey = testAgentKey(6938)
  const part = { uploadId, offset: 0, megabytes: size }
  expect(await sendPart({ port: server.port, agencyKey }, part)).toBe(log.size)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  const headers = { cookie: ada.cookie ?? '', origin: server.origin }
  const path = `/api/file/download?agencyId=6938&location=8&filePath=${name}`
  expect(await download(server.port, path, headers)).toEqual({ size: log.size, sha256: log.sha256 })
  const asked = { agencyId: '6938', filePath: name }
  const from = String(log.lines - 1)
  const page = await ada.call(agencyFiles.logLines, { ...asked, from })
  expect(page.data).toMatchObject([{ totalLines: log.lines, lines: expect.any(Array), next: null }])
  expect(page.data[0]?.lines).toHaveLength(2)
  await ada.call(agencyFiles.searchLog, { ...asked, text: 'nowhere' })
}

test('300 MB come in, are kept, read and go out, and memory stays flat', async () => {
  await using server = await testServer()
  const software = await server.software(6938)
  const ada = await server.asNew({ permissions: [2000] })
  const parties = { server, software, ada }
  // Warms up: code loaded by the first calls stays in memory.
  await sendAndRead(parties, 'small.log', 1)
  const before = rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rss())
  }, 20)
  await sendAndRead(parties, 'large.log', megabytes)
  clearInterval(watch)
  expect(most - before).toBeLessThan(maxGrowth)
})
