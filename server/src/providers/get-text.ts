import { setTimeout as sleep } from 'node:timers/promises'
import type { Breaker } from './breaker.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'

/** A question to a provider by GET. */
export interface Question {
  provider: string
  url: URL
  token: string
  accept: string
  /** Longer answers are cut here. */
  maxBytes: number
}

/** The text of an answer; `isCut` where it was longer than asked for. */
export interface AnswerText {
  text: string
  isCut: boolean
}

/** For one try, and for all tries of a question together. */
const limits = { tryMs: 5_000, allMs: 8_000, tries: 3, firstWaitMs: 200 }

/** Answers after which the same question may be put again. */
const worthRetrying = new Set([429, 502, 503, 504])

const failures: Readonly<Record<number, ProviderFailure>> = {
  401: 'auth',
  403: 'auth',
  404: 'notFound',
  429: 'rateLimited',
}

/**
 * Asks a provider by GET, again where it asks to be asked later, and not at all while its breaker is open. Throws
 * ProviderError; follows no redirect.
 */
export async function getText(question: Question, breaker: Breaker): Promise<AnswerText> {
  const deadline = Date.now() + limits.allMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ms = Math.min(limits.tryMs, deadline - Date.now())
      return await breaker.ask(() => askOnce(question, ms))
    } catch (error) {
      const waitMs = getWait(error, attempt)
      if (waitMs === undefined || Date.now() + waitMs >= deadline) throw error
      await sleep(waitMs)
    }
  }
}

/** How long to wait before the next try; undefined when there is none. */
function getWait(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ProviderError) || attempt >= limits.tries) return undefined
  if (error.status === undefined || !worthRetrying.has(error.status)) return undefined
  // Not all at the same moment, when many were told to wait together.
  return error.retryAfterMs ?? limits.firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random())
}

async function askOnce(question: Question, ms: number): Promise<AnswerText> {
  const { provider, url, token, accept, maxBytes } = question
  const signal = AbortSignal.timeout(ms)
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept },
      redirect: 'manual',
      signal,
    })
    if (response.status === 200) return await readUpTo(response, maxBytes)
    await response.body?.cancel()
    throw statusError(provider, response)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    const what = signal.aborted ? 'gave no answer in time' : 'could not be reached or hung up'
    throw new ProviderError(provider, 'unavailable', `${provider} ${what}`, { cause: error })
  }
}

function statusError(provider: string, { status, headers }: Response): ProviderError {
  const kind = failures[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'invalid' : 'protocol')
  const retryAfterMs = retryAfter(headers.get('retry-after'))
  return new ProviderError(provider, kind, `${provider} answered with status ${status}`, {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** Retry-After in seconds or as a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Reads no further than `maxBytes`, so that no answer can fill the memory. */
async function readUpTo(response: Response, maxBytes: number): Promise<AnswerText> {
  const decoder = new TextDecoder()
  let text = ''
  let left = maxBytes
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array
    text += decoder.decode(bytes.subarray(0, left), { stream: true })
    // Leaving the loop ends the connection; half a character at the cut is dropped.
    if (bytes.length > left) return { text, isCut: true }
    left -= bytes.length
  }
  return { text: text + decoder.decode(), isCut: false }
}
