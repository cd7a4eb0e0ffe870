import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerUnder, type ApiAnswer, hangUp } from '../answer.ts'
import { type Endpoint, meets } from './faults.ts'
import { takeMail } from './mail.ts'
import { requestsPerMinute, type State } from './state.ts'
import { listNames, type Account, type ListName, type Mode, type SuppressionList } from './suppressions.ts'

/** The API keys of its two accounts. */
export const apiKeys: Readonly<Record<Mode, string>> = {
  '5x': 'SG.sandbox-only-sendgrid-5x',
  '6x': 'SG.sandbox-only-sendgrid-6x',
}

interface Answer {
  status: number
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

interface WireRequest {
  request: FastifyRequest
  mode: Mode
  account: Account
  /** How many addresses are deleted; all unless a fault says less. */
  most: number
}

type Work = (request: WireRequest) => Answer

/** An answer in SendGrid's error format. */
function errors(status: number, message: string, field: string | null = null): Answer {
  return { status, body: { errors: [{ field, message }] } }
}

const seconds = z.coerce.number().int().min(0)
const ListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  offset: z.coerce.number().int().min(0).default(0),
  start_time: seconds.default(0),
  end_time: seconds.default(Number.MAX_SAFE_INTEGER),
  email: z.string().default(''),
})
const DeleteMany = z.strictObject({
  emails: z.array(z.string()).optional(),
  delete_all: z.boolean().optional(),
})
const NewUnsubscribes = z.strictObject({ recipient_emails: z.array(z.string()).min(1) })

/** SendGrid's API v3, slightly more than we use; anything else answers 501 and is recorded. */
export function createWire(state: State): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  // The official client announces JSON even without a body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body.toString()))
    } catch {
      done(Object.assign(new Error('Bad Request'), { statusCode: 400 }))
    }
  })
  const route = (method: 'GET' | 'POST' | 'DELETE', url: string, endpoint: Endpoint, work: Work): void => {
    app.route({ method, url, handler: (request, reply) => answer(state, { request, reply }, endpoint, work) })
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.once('close', state.beginRequest())
    done()
  })
  for (const list of listNames) routeList(route, list)
  routeUnsubscribes(route, state)
  route('POST', '/v3/mail/send', 'send', ({ request, mode }) => takeMail(state, mode, request.body))
  app.setNotFoundHandler((request, reply) => {
    state.unknown.push(`${request.method} ${request.url}`)
    return reply.code(501).send(errors(501, 'not known to the emulator').body)
  })
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(errors(400, 'Bad Request').body))
  return app
}

type Route = (method: 'GET' | 'POST' | 'DELETE', url: string, endpoint: Endpoint, work: Work) => void

const paths: Readonly<Record<ListName, string>> = {
  bounces: '/v3/suppression/bounces',
  blocks: '/v3/suppression/blocks',
  invalid_emails: '/v3/suppression/invalid_emails',
  spam_reports: '/v3/suppression/spam_reports',
}

function routeList(route: Route, list: ListName): void {
  const path = paths[list]
  route('GET', path, list, ({ request, account }) => answerList(account.lists[list], request))
  route('GET', `${path}/:email`, list, ({ request, account }) => {
    const found = account.lists[list].find(getEmail(request))
    return { status: 200, body: found === undefined ? [] : [found] }
  })
  route('DELETE', `${path}/:email`, list, ({ request, account }) =>
    account.lists[list].delete(getEmail(request)) ? { status: 204 } : errors(404, 'not found'),
  )
  route('DELETE', path, list, ({ request, account, most }) => {
    const body = DeleteMany.safeParse(request.body ?? {})
    if (!body.success) return errors(400, 'invalid request body')
    const { emails, delete_all: all = false } = body.data
    if (emails !== undefined && all) return errors(400, 'can not have both emails and delete_all')
    if (emails === undefined && !all) return errors(400, 'emails or delete_all is required')
    if (all) account.lists[list].clear()
    for (const email of (emails ?? []).slice(0, most)) account.lists[list].delete(email)
    return { status: 204 }
  })
}

function routeUnsubscribes(route: Route, state: State): void {
  route('GET', '/v3/suppression/unsubscribes', 'global', ({ request, account }) =>
    answerList(account.unsubscribes, request),
  )
  const one = '/v3/asm/suppressions/global/:email'
  route('GET', one, 'global', ({ request, account }) => {
    const found = account.unsubscribes.find(getEmail(request))
    return { status: 200, body: found === undefined ? {} : { recipient_email: found.email } }
  })
  route('DELETE', one, 'global', ({ request, account }) => {
    account.unsubscribes.delete(getEmail(request))
    return { status: 204 }
  })
  route('POST', '/v3/asm/suppressions/global', 'global', ({ request, account }) => {
    const body = NewUnsubscribes.safeParse(request.body)
    if (!body.success) return errors(400, 'invalid request body')
    const created = state.nowSeconds()
    for (const email of body.data.recipient_emails) account.unsubscribes.add({ created, email })
    return { status: 201, body: body.data }
  })
}

function answerList(list: SuppressionList, request: FastifyRequest): Answer {
  const query = ListQuery.safeParse(request.query)
  if (!query.success) return errors(400, 'invalid query parameter', query.error.issues[0]?.path.join('.'))
  const { start_time: startTime, end_time: endTime, ...rest } = query.data
  return { status: 200, body: list.list({ ...rest, startTime, endTime }) }
}

const getEmail = (request: FastifyRequest): string => (request.params as { email: string }).email

function getMode({ headers }: FastifyRequest): Mode | null {
  if (headers.authorization === `Bearer ${apiKeys['5x']}`) return '5x'
  return headers.authorization === `Bearer ${apiKeys['6x']}` ? '6x' : null
}

async function answer(
  state: State,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  endpoint: Endpoint,
  work: Work,
): Promise<FastifyReply> {
  const mode = getMode(request)
  const { method, url, body } = request
  state.received.push({ method, url, mode, body: body ?? null })
  if (mode === null) return send(reply, errors(401, 'authorization required'))
  const { left, reset } = state.countRequest(mode)
  setLimitHeaders(reply, left, reset)
  if (left < 0) return send(reply, errors(429, 'too many requests'))
  const fault = state.faults.take(meets({ endpoint, method, mode }))
  // A whole minute, so that what a client does with it does not depend on the time of day.
  if (fault?.kind === 'status' && fault.status === 429) setLimitHeaders(reply, 0, state.nowSeconds() + 60)
  const carryOut = (most: number): Answer => work({ request, mode, account: state.accounts[mode], most })
  if (fault?.kind === 'partial') {
    carryOut(fault.count)
    return hangUp(reply)
  }
  return answerUnder(
    fault,
    reply,
    () => toApiAnswer(carryOut(Number.POSITIVE_INFINITY)),
    (status) => toApiAnswer(errors(status, status === 429 ? 'too many requests' : 'something went wrong')),
  )
}

function setLimitHeaders(reply: FastifyReply, left: number, reset: number): void {
  reply.header('x-ratelimit-limit', String(requestsPerMinute))
  reply.header('x-ratelimit-remaining', String(Math.max(left, 0)))
  reply.header('x-ratelimit-reset', String(reset))
}

function send(reply: FastifyReply, answered: Answer): Promise<FastifyReply> {
  return answerUnder(undefined, reply, () => toApiAnswer(answered))
}

function toApiAnswer({ status, body, headers }: Answer): ApiAnswer {
  return { status, body: body === undefined ? '' : JSON.stringify(body), type: 'application/json', headers }
}
