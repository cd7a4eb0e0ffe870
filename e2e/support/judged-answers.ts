import type { BrowserContext, Request, Response } from '@playwright/test'
import { judgeAnswer } from '../../server/test/judge-answer.ts'

/** Longer ones are lists that grow by rows alone, and would be sent from process to process a second time. */
const longest = 1_000_000

/** Answers of the server to a browser that the OpenAPI document does not say, as they come. */
export interface JudgedAnswers {
  /** Sentences about those that came up to now. */
  find(): Promise<readonly string[]>
}

/** Compares what the pages of a browser get from the server with the OpenAPI document. */
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
  // A page that is gone tells nothing more; what a test answers in place of the server comes from no address.
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
 * Undefined where it is too long, where its page is gone and with it what it had loaded, and where the browser has not
 * kept it, as of an export that a worker read.
 */
async function readBody(response: Response): Promise<string | undefined> {
  if (Number(response.headers()['content-length'] ?? 0) > longest) return undefined
  const body = await response.text().catch(() => undefined)
  return body === '' && response.status() === 200 ? undefined : body
}
