import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'

const megabyte = 1024 * 1024
const line = `2026-11-20 08:00:00,000 INFO ${'x'.repeat(98)}\n`
const block = Buffer.from(line.repeat(megabyte / line.length))

/** A log of many megabytes, never in memory as a whole: lines of 128 characters. */
export function largeLog(megabytes: number): { size: number; lines: number; sha256: string } {
  const digest = createHash('sha256')
  for (let at = 0; at < megabytes; at += 1) digest.update(block)
  return {
    size: megabytes * megabyte,
    lines: megabytes * (megabyte / line.length),
    sha256: digest.digest('hex'),
  }
}

/** Sends a part of it in one request, as fast as the server accepts it; resolves with the server's offset. */
export async function sendPart(
  software: { port: number; agencyKey: string },
  part: { uploadId: string; offset: number; megabytes: number },
): Promise<number> {
  const { uploadId, offset, megabytes } = part
  const going = request({
    host: '127.0.0.1',
    port: software.port,
    method: 'POST',
    path: `/agent/v1/uploads/${uploadId}/bytes?offset=${offset}`,
    headers: {
      authorization: `Bearer ${software.agencyKey}`,
      'content-type': 'application/octet-stream',
      'content-length': megabytes * megabyte,
    },
  })
  const answered = once(going, 'response')
  Readable.from(Array<Buffer>(megabytes).fill(block)).pipe(going)
  const [response] = (await answered) as [NodeJS.ReadableStream]
  const { code, message, data } = (await json(response)) as {
    code: number
    message: string
    data: { offset: number }[]
  }
  if (code !== 0) throw new Error(message)
  return data[0]?.offset ?? 0
}

/** Downloads something and discards the bytes; resolves with their number and digest. */
export async function download(
  port: number,
  path: string,
  headers: OutgoingHttpHeaders,
): Promise<{ size: number; sha256: string }> {
  const going = request({ host: '127.0.0.1', port, path, headers })
  going.end()
  const [response] = (await once(going, 'response')) as [AsyncIterable<Buffer>]
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of response) {
    digest.update(chunk)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}
