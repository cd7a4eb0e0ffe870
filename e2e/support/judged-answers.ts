import type { BrowserContext, Request, Response } from '@playwright/test'
import { judgeAnswer } from '../../server/test/judge-answer.ts'

/** Longer answers are only longer lists, and would be copied between processes a second time. */
const longest = 1_000_000

/** Answers to a browser that do not match the OpenAPI document. */
export interface JudgedAnswers {
  /** Sentences about the mismatches so far. */
  find(): Promise<readonly string[]>
}

/** Compares all answers that the pages of a browser get from the server with the OpenAPI document. */
export function judgeAnswers(context: BrowserContext, origin: string): JudgedAnswers {
  const looks: Promise<string | undefined>[] = []
  context.on('requestfinished', (request) => {
    const isOurs = request.url().startsWith(`${origin}/`) && ['fetch', 'xhr'].includes(request.resourceType())
    if (isOurs) looks.push(look(request))
  })
  return { find: async () => (await Promise.all(looks)).filter((problem) => problem !== undefined) }
}

async function look(request: Request): Promise<string | undefined> {
  const response = await request.response().catch(() => null)
  // A closed page has no answer; an answer mocked by a test comes from no address.
  if (response === null || (await response.serverAddr().catch(() => null)) === null) return undefined
  const body = await readBody(response)
  if (body === undefined) return undefined
  const { pathname, search } = new URL(request.url())
  const sent = { method: request.method(), path: pathname + search, body: request.postData() ?? '' }
  const got = {
    status: response.status(),
    statusText: response.statusText(),
    headers: response.headers(),
    body,
  }
  const problem = judgeAnswer(sent, got)
  return problem && `${sent.method} ${sent.path} answers what the OpenAPI document does not say: ${problem}`
}

/**
 * Undefined if it is too long, if its page was closed, or if the browser has not kept it, as for an export read by a
 * worker.
 */
async function readBody(response: Response): Promise<string | undefined> {
  if (Number(response.headers()['content-length'] ?? 0) > longest) return undefined
  const body = await response.text().catch(() => undefined)
  return body === '' && response.status() === 200 ? undefined : body
}
