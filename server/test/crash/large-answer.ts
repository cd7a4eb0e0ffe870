import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { EnvelopeShape } from '@agency-support/contract/envelope'
import type { Sent } from '../exchange.ts'

/** An answer of which only the length is kept. */
export interface LargeAnswer {
  status: number
  bytes: number
  /** What a refusal says; undefined where it says nothing. */
  sentence: string | undefined
}

/** Longer ones are no refusals. */
const shortBytes = 10_000

/** Makes a request and reads its answer, with a rest after each piece; rejects when it breaks off. */
export async function readLarge(port: number, sent: Sent, restMs: number): Promise<LargeAnswer> {
  const { method, path, headers = {}, body } = sent
  const going = request({ host: '127.0.0.1', port, method, path, headers })
  going.end(body)
  const [response] = (await once(going, 'response')) as [IncomingMessage]
  const { statusCode: status = 0 } = response
  let bytes = 0
  let text = ''
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes < shortBytes) text += chunk.toString()
    if (restMs > 0) await pause(restMs)
  }
  return { status, bytes, sentence: status === 200 ? undefined : readSentence(text) }
}

function readSentence(text: string): string | undefined {
  try {
    return EnvelopeShape.parse(JSON.parse(text)).message || undefined
  } catch {
    return undefined
  }
}
