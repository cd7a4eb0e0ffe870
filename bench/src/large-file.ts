import { giveAgentKeys, sandboxAgentKey } from '@agency-support/sandbox/demo-data/agent-keys'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { download, largeLog, sendPart } from '@agency-support/sandbox/large-log'
import { cookieName } from './people.ts'
import { setUp } from './setup.ts'
import { startProduct } from './start-product.ts'
import { say } from './say.ts'

/** One request must arrive within half a minute. */
const partMegabytes = 64

/** How long a large log takes to be uploaded, stored and downloaded, and how much memory the server needs for it. */
async function main(megabytes: number): Promise<void> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'bench-files-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const setup = await setUp({ demo: 10 }, say)
  ends.defer(() => setup.stop())
  const [agencyId = 0] = setup.ids
  const [token = ''] = setup.tokens
  await giveAgentKeys(setup.databaseUrl, [agencyId])
  const { first: product, child: server } = await startProduct(setup.databaseUrl, folder)
  ends.defer(() => server.stop())
  const atRest = await server.ask('peak')
  const timed: Timed = async (what, work) => {
    const began = performance.now()
    const made = await work()
    const seconds = (performance.now() - began) / 1000
    const grown = (await server.ask('peak')) - atRest
    const rate = megabytes / seconds
    say(
      `${what}: ${seconds.toFixed(1)} s, ${rate.toFixed(0)} MB/s; ${grown.toFixed(0)} MB more than at rest.`,
    )
    return made
  }
  const software = { port: product.port, agencyKey: sandboxAgentKey(agencyId) }
  const log = largeLog(megabytes)
  await sendLog(software, log, timed)
  const headers = { cookie: `${cookieName}=${token}`, origin: product.origin }
  const get = (path: string) =>
    download(product.port, `${path}agencyId=${agencyId}&filePath=large.log`, headers)
  const got = await timed('Downloaded', () => get('/api/file/download?location=8&'))
  if (got.size !== log.size || got.sha256 !== log.sha256) throw new Error('other bytes came back')
  await timed('Last lines', () => get(`/api/file/log/lines?from=${log.lines - 100}&`))
  await timed('Searched for a text', () =>
    searchAll(product.port, headers, `agencyId=${agencyId}&text=nowhere`),
  )
  await timed('Searched for errors', () =>
    searchAll(product.port, headers, `agencyId=${agencyId}&level=error`),
  )
}

async function searchAll(port: number, headers: Record<string, string>, query: string): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const path = `/api/file/log/search?filePath=large.log&${query}&after=${after}`
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    const { data } = (await answer.json()) as { data: { next: number | null }[] }
    after = data[0]?.next ?? null
  }
}

type Timed = <T>(what: string, work: () => Promise<T>) => Promise<T>
type Software = { port: number; agencyKey: string }

async function sendLog(software: Software, log: ReturnType<typeof largeLog>, timed: Timed): Promise<void> {
  const { size, sha256 } = log
  const facts = { kind: 'log', name: 'large.log', location: 8, fileTimestamp: new Date().toISOString() }
  const opened = await post(software, agencyFiles.openUpload.at.path, { ...facts, size, sha256 })
  const { uploadId } = opened ?? { uploadId: '' }
  await timed('Sent', async () => {
    for (let offset = 0; offset < size; ) {
      const megabytes = Math.min(partMegabytes, (size - offset) / (1024 * 1024))
      offset = await sendPart(software, { uploadId, offset, megabytes })
    }
  })
  await timed('Checked and kept', () => post(software, agencyFiles.finishUpload.at.path, { uploadId }))
}

async function post(
  software: Software,
  path: string,
  body: object,
): Promise<{ uploadId: string } | undefined> {
  const answer = await fetch(`http://127.0.0.1:${software.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${software.agencyKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const envelope = (await answer.json()) as { code: number; message: string; data: { uploadId: string }[] }
  if (envelope.code !== 0) throw new Error(envelope.message)
  return envelope.data[0]
}

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '2048' } } })
await main(Number(values.megabytes))
