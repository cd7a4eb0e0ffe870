import sendGrid from '@sendgrid/client'
import type { Gate } from './gate.ts'
import { ProviderError } from './provider-error.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

export const provider = 'SendGrid'

type Client = typeof sendGrid
// Its types name only the client that all of a process would share; ours differ by key.
const Client = sendGrid.constructor as new () => Client

/** 500 addresses with what their servers wrote take less. */
const options = toHttpOptions(4 * 1024 * 1024)

/** A request as SendGrid's client takes it. */
export interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  qs?: object
  body?: object
}

/** Puts a request to one account through the gate. Throws ProviderError, also for any status but `expected`. */
export function askSendGrid(
  { gate, baseUrl, key }: { gate: Gate; baseUrl: string; key: string },
  request: Request,
  { expected, allMs }: { expected: number; allMs?: number },
): Promise<unknown> {
  const asking = { isRead: request.method === 'GET', ...(allMs === undefined ? {} : { allMs }) }
  return gate.ask(asking, async (signal) => {
    const client = new Client()
    client.setApiKey(key)
    // After the key, which sets an address of its own. What is no default is dropped on the way to axios.
    client.setDefaultRequest({ ...options, baseUrl, signal } as Parameters<Client['setDefaultRequest']>[0])
    const [{ statusCode }, body] = await client.request(request).catch((error: unknown) => {
      throw toProviderError(provider, error)
    })
    if (statusCode === expected) return body as unknown
    throw new ProviderError(provider, 'protocol', `${provider} answered with status ${statusCode}`, {
      status: statusCode,
    })
  })
}
