import { resolveObjectURL } from 'node:buffer'
import { csvType } from '@agency-support/contract/rules/csv-file'
import { seats } from '@agency-support/contract/modules/seats'
import { switches } from '@agency-support/contract/modules/switches'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { pageDownloads } from '../../../test/page-downloads.ts'
import { connection } from '../requests/connection.ts'
import type { exportCsv as exporting } from './csv-export.ts'

const file = {
  name: 'Seats/2026.csv',
  columns: [
    { header: 'Id', field: 'id', as: 'plain' },
    { header: 'Name', field: 'name', as: 'plain' },
  ],
} as const
const rows = [
  { id: 2, name: 'Lee' },
  { id: 1, name: '=SUM(A1)' },
]
const written = "\uFEFFId,Name\r\n2,Lee\r\n1,'=SUM(A1)\r\n"

/** Workers that the page has started and not ended. */
const working = new Set<object>()
const started: { url: unknown; type: string }[] = []

/** What a page has for workers: here the worker's script runs in the page's thread, joined to it by a real channel. */
function stubWorkers(): void {
  const { port1: inside, port2: outside } = new MessageChannel()
  const errors = new EventTarget()
  vi.stubGlobal('addEventListener', (type: string, listen: EventListener) =>
    inside.addEventListener(type, listen),
  )
  vi.stubGlobal('postMessage', (message: unknown) => inside.postMessage(message))
  vi.stubGlobal('reportError', (error: Error) =>
    errors.dispatchEvent(Object.assign(new Event('error'), { message: error.message })),
  )
  class PageWorker {
    constructor(url: unknown, { type }: { type: string }) {
      started.push({ url, type })
      working.add(this)
    }
    addEventListener(type: string, listen: EventListener): void {
      const side = type === 'error' ? errors : outside
      side.addEventListener(type, listen)
    }
    postMessage(message: unknown): void {
      inside.start()
      outside.start()
      outside.postMessage(message)
    }
    terminate(): void {
      inside.close()
      working.delete(this)
    }
  }
  vi.stubGlobal('Worker', PageWorker)
}

let exportCsv: typeof exporting

beforeEach(async () => {
  working.clear()
  started.length = 0
  vi.resetModules()
  stubWorkers()
  await import('./csv.worker.ts')
  ;({ exportCsv } = await import('./csv-export.ts'))
})
afterEach(() => {
  connection.reached()
  vi.unstubAllGlobals()
})

const answering = (body: unknown, status = 200) =>
  answeringServer((_asked, response) => json(response, body, status))

test('an export sends the read, has a worker write the file and saves it under a safe name', async () => {
  const asked = await answering({ code: 0, message: '', data: rows })
  const downloads = pageDownloads()
  expect(await exportCsv(seats.requests, { status: 4 }, file)).toEqual({
    kind: 'ok',
    rows: 2,
    name: downloads[0]?.name,
  })
  expect(asked.map(({ method, body }) => [method, JSON.parse(body) as unknown])).toEqual([
    ['POST', { command: 'GetSeatChangeRequests', status: 4 }],
  ])
  expect(downloads).toHaveLength(1)
  expect(downloads[0]?.name).toMatch(/^[^/]+\.csv$/)
  const bytes = await downloads[0]?.file?.arrayBuffer()
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(written)
  expect(downloads[0]?.file?.type).toBe(new Blob([], { type: csvType }).type)
  expect(started).toEqual([{ url: expect.stringContaining('csv.worker') as unknown, type: 'module' }])
  expect(working.size).toBe(0)
})

test('a refusal inside the answer is reported in the words of the server, and nothing is saved', async () => {
  await answering({ code: 429, message: 'Busy.', data: [] })
  const downloads = pageDownloads()
  const refused = { kind: 'failed', message: 'Busy.', fromServer: true }
  expect(await exportCsv(seats.requests, {}, file)).toEqual(refused)
  expect([downloads, working.size]).toEqual([[], 0])
})

test.each([
  [400, 'Said so.', true],
  [500, 'An error occurred.', false],
])('HTTP %i is reported as “%s”, from the server: %s', async (status, message, fromServer) => {
  await answering({ message: 'Said so.' }, status)
  const downloads = pageDownloads()
  expect(await exportCsv(seats.requests, {}, file)).toEqual({ kind: 'failed', message, fromServer })
  expect([downloads, started]).toEqual([[], []])
})

test('an answer that the worker cannot read fails the export and ends the worker', async () => {
  await answeringServer((_asked, response) => response.writeHead(200).end('<html>'))
  const downloads = pageDownloads()
  await expect(exportCsv(seats.requests, {}, file)).rejects.toThrow(/JSON/)
  expect([downloads, working.size]).toEqual([[], 0])
})

test('only a command can be exported', async () => {
  await expect(exportCsv(switches.environment, {}, file)).rejects.toThrow('environment is not a command')
})

test('where the browser asks for trusted addresses, the worker’s is one', async () => {
  const policies: string[] = []
  const createPolicy = (name: string, { createScriptURL }: { createScriptURL: () => string }) => {
    policies.push(name)
    return { createScriptURL: (url: string) => ({ trusted: createScriptURL() === url }) }
  }
  vi.stubGlobal('trustedTypes', { createPolicy })
  vi.resetModules()
  stubWorkers()
  await import('./csv.worker.ts')
  const { exportCsv: exportTrusted } = await import('./csv-export.ts')
  await answering({ code: 0, message: '', data: [] })
  pageDownloads()
  expect(await exportTrusted(seats.requests, {}, file)).toMatchObject({ kind: 'ok', rows: 0 })
  expect([policies, started]).toEqual([['agency-support'], [{ url: { trusted: true }, type: 'module' }]])
})

test('rows of the page are saved in their order, and their URL lasts for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const downloads = pageDownloads()
  const { saveRows } = await import('./csv-export.ts')
  saveRows(rows, file)
  const [{ name, href, file: saved } = { name: '', href: '', file: undefined }] = downloads
  expect(name).toMatch(/^[^/]+\.csv$/)
  expect(await saved?.text()).toBe(written.slice(1))
  vi.advanceTimersByTime(59_999)
  expect(resolveObjectURL(href)).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(resolveObjectURL(href)).toBeUndefined()
  vi.useRealTimers()
})
