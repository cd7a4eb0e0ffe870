import type { AnyCall } from '@agency-support/contract/call'
import { Code, type Envelope, EnvelopeShape } from '@agency-support/contract/envelope'
import { nestedOk } from '@agency-support/contract/nested-command'
import { assertCaller } from '../auth/caller-assertion.ts'
import type { Session } from '../auth/find-session.ts'
import type { ServerConfig } from '../settings/config.ts'
import type { Log } from '../lib/log.ts'
import { ProviderError } from '../providers/provider-error.ts'
import type { HostAnswer } from '../providers/service-host.ts'
import { envelope, hasOutcome, json, type Prepared, prepare } from './answer.ts'
import { askProvider, changeAtProvider, type ChangesAtProvider } from './ask-provider.ts'
import { HttpFailure, toRefusal } from './refusal.ts'
import type { ServiceHosts } from './service-hosts.ts'

/** An accepted request, to be forwarded. */
export interface Forwarded {
  call: AnyCall
  session: Session
  now: Date
  requestId: string
  /** Path and query as received. */
  url: string
  body: Buffer
  idempotencyKey: string | undefined
}

interface ForwardParts {
  config: ServerConfig
  log: Log
  serviceHosts: ServiceHosts
}

/** Forwards a request with the caller's name and permissions; returns an answer of the contract, or a refusal. */
export async function forward(parts: ForwardParts, origin: string, request: Forwarded): Promise<Prepared> {
  const { call, session, now, requestId, body, idempotencyKey } = request
  const { config, log, serviceHosts } = parts
  const url = toUrl(origin, request)
  const { method } = call.at
  const { username, permissions } = session
  const caller = { username, permissions, requestId, now }
  const assertion = assertCaller(config.serviceKeys.newest, {
    from: config.publicOrigin,
    method,
    url,
    body,
    ...caller,
  })
  const headers = {
    authorization: `Bearer ${assertion}`,
    accept: 'application/json',
    'x-request-id': requestId,
    ...(body.length === 0 ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const ctx: ChangesAtProvider = {
    services: { log },
    request: { id: requestId },
    refuse: (reason, data) => toRefusal(call, reason, data),
  }
  const isRead = call.kind === 'read'
  const host = serviceHosts.getHost(call)
  const ask = async () => readAnswer(call, host.name, await host.ask({ method, url, headers, body, isRead }))
  return isRead ? askProvider(ctx, ask) : changeAtProvider(ctx, ask)
}

/** The documented URL on the other host, without our alias below /api. Throws 400 if URL parsing changes the path. */
function toUrl(origin: string, { call, url }: Forwarded): URL {
  const documented =
    url.startsWith('/api/') && !call.at.path.startsWith('/api/') ? url.slice('/api'.length) : url
  const made = new URL(`${origin}${documented}`)
  // A segment such as '..' would reach a different call there.
  if (`${made.pathname}${made.search}` !== documented)
    throw new HttpFailure(Code.badInput, 'The address cannot be passed on as it is.')
  return made
}

/** The answer does not match the contract. */
class Unusable extends Error {
  override name = 'Unusable'
}

function readAnswer(call: AnyCall, host: string, answer: HostAnswer): Prepared {
  try {
    return toPrepared(call, answer)
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    const { status } = answer
    const { message, cause } = error
    // Any other status says that nothing was saved.
    throw new ProviderError(host, 'protocol', message, { status, mayBeDone: status === 200, cause })
  }
}

/** Characters; the other host's message is shown to people. */
const maxMessage = 1_000

function toPrepared(call: AnyCall, { status, text }: HostAnswer): Prepared {
  const parsed = parseEnvelope(text)
  const message = parsed.message.slice(0, maxMessage)
  if (status === Code.forbidden || status === Code.badInput) throw new HttpFailure(status, message)
  if (status !== 200) throw new Unusable(`status ${status}`)
  const { code, data } = parsed
  if (code === (call.at.form === 'nested' ? nestedOk : Code.ok))
    return prepare(call, readData(call, data), message)
  const refused = Object.values(call.refusals).filter(([known]) => known === code)
  if (refused.length === 0 && code !== Code.notModified) throw new Unusable(`code ${code}`)
  const items = refused.flatMap(([, , shape]) => {
    const item = shape?.safeParse(data[0])
    return item?.success === true ? [item.data] : []
  })
  return json(envelope(code, message, items.slice(0, 1), hasOutcome(call)))
}

function parseEnvelope(text: string): Envelope {
  try {
    return EnvelopeShape.parse(JSON.parse(text))
  } catch (cause) {
    throw new Unusable('the answer is no envelope', { cause })
  }
}

/** The fields of the data that the contract knows. Throws Unusable if one is missing. */
function readData({ answer }: AnyCall, data: readonly unknown[]): unknown {
  if (answer.form === 'nothing') return null
  if (answer.form !== 'one' && answer.form !== 'many') throw new Unusable(`a ${answer.form} answer`)
  const read = answer.form === 'one' ? answer.item.safeParse(data[0]) : answer.item.array().safeParse(data)
  if (read.success) return read.data
  throw new Unusable('the data is not that of the contract', { cause: read.error })
}
