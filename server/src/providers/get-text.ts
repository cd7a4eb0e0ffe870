import axios from 'axios'
import type { Readable } from 'node:stream'
import type { Gate } from './gate.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

/** A GET request to a provider. */
export interface Question {
  provider: string
  url: URL
  token: string
  accept: string
  /** Longer answers are cut. */
  maxBytes: number
  /** Milliseconds for all attempts together, if not the default. */
  allMs?: number
}

/** The text of an answer; `isCut` if it was longer than allowed. */
export interface AnswerText {
  text: string
  isCut: boolean
}

// No limit here, because reading stops at `maxBytes`.
const options = toHttpOptions(Infinity)

/** Sends a GET request through the provider's gate. Throws ProviderError; follows no redirect. */
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

/** Reads at most `maxBytes`, so that no answer can fill the memory. */
async function readUpTo(body: Readable, maxBytes: number): Promise<AnswerText> {
  const decoder = new TextDecoder()
  let text = ''
  let left = maxBytes
  for await (const chunk of body) {
    const bytes = chunk as Uint8Array
    text += decoder.decode(bytes.subarray(0, left), { stream: true })
    // Leaving the loop closes the connection; an incomplete character at the cut is dropped.
    if (bytes.length > left) return { text, isCut: true }
    left -= bytes.length
  }
  return { text: text + decoder.decode(), isCut: false }
}
