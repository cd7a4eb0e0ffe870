import sendGrid from '@sendgrid/client'
import type { Gate } from './gate.ts'
import { ProviderError } from './provider-error.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

export const provider = 'SendGrid'

type Client = typeof sendGrid
// The types only declare one client shared by the whole process; ours have different keys.
const Client = sendGrid.constructor as new () => Client

/** Enough for 500 addresses with the error texts of their servers. */
const options = toHttpOptions(4 * 1024 * 1024)

/** A request for SendGrid's client. */
export interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  qs?: object
  body?: object
}

/** Sends a request for one account through the gate. Throws ProviderError, also for any status but `expected`. */
export function askSendGrid(
  { gate, baseUrl, key }: { gate: Gate; baseUrl: string; key: string },
  request: Request,
  { expected, allMs }: { expected: number; allMs?: number },
): Promise<unknown> {
  const asking = { isRead: request.method === 'GET', ...(allMs === undefined ? {} : { allMs }) }
  return gate.ask(asking, async (signal) => {
    const client = new Client()
    client.setApiKey(key)
    // Must follow the key, which resets the base URL. Options that are not set as defaults do not reach axios.
    client.setDefaultRequest({ ...options, baseUrl, signal } as Parameters<Client['setDefaultRequest']>[0])
    const [{ statusCode }, body] = await client.request(request).catch((error: unknown) => {
      throw toProviderError(provider, error)
    })
    if (statusCode === expected) return body as unknown
    throw new ProviderError(provider, 'protocol', `${provider} answered with status ${statusCode}`, {
      status: statusCode,
      mayBeDone: true,
    })
  })
}
