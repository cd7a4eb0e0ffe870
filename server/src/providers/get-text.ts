import axios from 'axios'
import type { Readable } from 'node:stream'
import type { Gate } from './gate.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

/** A question to a provider by GET. */
export interface Question {
  provider: string
  url: URL
  token: string
  accept: string
  /** Longer answers are cut here. */
  maxBytes: number
  /** For all tries together, in milliseconds, where it is not the usual time. */
  allMs?: number
}

/** The text of an answer; `isCut` where it was longer than asked for. */
export interface AnswerText {
  text: string
  isCut: boolean
}

// An answer may be longer than it is read.
const options = toHttpOptions(Infinity)

/** Asks a provider by GET through its gate. Throws ProviderError; follows no redirect. */
export function getText(question: Question, gate: Gate): Promise<AnswerText> {
  const { provider, url, token, accept, maxBytes, allMs } = question
  return gate.ask({ isRead: true, ...(allMs === undefined ? {} : { allMs }) }, async (signal) => {
    try {
      const { data } = await axios.get<Readable>(url.href, {
        ...options,
        headers: { authorization: `Bearer ${token}`, accept },
        responseType: 'stream',
        validateStatus: (status) => status === 200,
        signal,
      })
      return await readUpTo(data, maxBytes)
    } catch (error) {
      throw toProviderError(provider, error)
    }
  })
}

/** Reads no further than `maxBytes`, so that no answer can fill the memory. */
async function readUpTo(body: Readable, maxBytes: number): Promise<AnswerText> {
  const decoder = new TextDecoder()
  let text = ''
  let left = maxBytes
  for await (const chunk of body) {
    const bytes = chunk as Uint8Array
    text += decoder.decode(bytes.subarray(0, left), { stream: true })
    // Leaving the loop ends the connection; half a character at the cut is dropped.
    if (bytes.length > left) return { text, isCut: true }
    left -= bytes.length
  }
  return { text: text + decoder.decode(), isCut: false }
}
