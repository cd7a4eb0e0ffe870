import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createControl, type Parts, type Received } from './control.ts'
import { type ApiHandler, jsonAnswer, xmlAnswer } from './answer.ts'
import { answerUnder, type ApiAnswer } from '../answer.ts'
import { Faults } from '../faults.ts'
import { type Endpoint, type Fault, meets } from './faults.ts'
import { createMessagesApi } from './messages-api.ts'
import { Messages } from './messages.ts'
import { createNumbersApi } from './numbers-api.ts'
import { Tokens } from './tokens.ts'
import { Webhooks, webhookUser } from './webhooks.ts'
import { World } from './world.ts'
import { readXml, tag, textAt, childAt } from './xml.ts'

/** The emulator of Bandwidth. */
export interface BandwidthEmulator {
  /** Its address and our credentials there, as the server's settings. */
  settings: {
    accountId: string
    clientId: string
    clientSecret: string
    tokenUrl: string
    numbersBaseUrl: string
    messagingBaseUrl: string
  }
  /** Its credentials in webhooks, as environment variables of the server. */
  webhookEnv: { BANDWIDTH_WEBHOOK_CREDENTIALS: string }
  /** Address of its control, on a port of its own. */
  url: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const account = '9900001'
const client = { clientId: 'sandbox-client', clientSecret: 'sandbox-only-bandwidth-secret' }

/** Interval of checking whether an order has ended. */
const advanceEveryMs = 250

interface Route {
  endpoint: Endpoint
  method: 'GET' | 'POST'
  path: string
  answer: ApiHandler
}

/** Starts it and its control, each on a free port. */
export async function startBandwidth(): Promise<BandwidthEmulator> {
  const world = new World()
  const messages = new Messages()
  const faults = new Faults<Fault>()
  const tokens = new Tokens(world, client)
  const webhooks = new Webhooks(world)
  const received: Received = { calls: {}, unknown: [], placed: [] }
  const advance = (): void => {
    for (const order of world.advance()) webhooks.tellOrder(order)
  }
  const parts: Parts = { world, messages, faults, tokens, webhooks, received, advance }
  const app = createApp(parts)
  const control = createControl(parts)
  const origin = await app.listen({ port: 0, host })
  const url = await control.listen(host)
  const timer = setInterval(advance, advanceEveryMs)
  const settings = {
    accountId: account,
    ...client,
    tokenUrl: `${origin}/api/v1/oauth2/token`,
    numbersBaseUrl: `${origin}/api/v1`,
    messagingBaseUrl: `${origin}/api/v2`,
  }
  const close = async (): Promise<void> => {
    clearInterval(timer)
    webhooks.close()
    await Promise.all([app.close(), control.close()])
  }
  const webhookEnv = { BANDWIDTH_WEBHOOK_CREDENTIALS: `${webhookUser.user}:${webhookUser.password}` }
  return { settings, webhookEnv, url, close }
}

function createApp(parts: Parts): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { caseSensitive: false },
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/(?:api(?:\/v[12])?|v1\.0)(?=\/)/i, ''),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/oauth2/token', (request, reply) => answerToken(parts, request, reply))
  for (const route of listRoutes(parts)) addRoute(app, parts, route)
  app.setNotFoundHandler((request, reply) => {
    parts.received.unknown.push(`${request.method} ${request.originalUrl.split('?')[0] ?? ''}`)
    return reply.code(501).send({ error: 'Bandwidth does not know this, or the sandbox does not.' })
  })
  return app
}

function listRoutes({ world, messages }: Parts): Route[] {
  const numbers = createNumbersApi(world, account)
  const texts = createMessagesApi(world, account, messages)
  const at = '/accounts/:account'
  const campaigns = `${at}/campaignManagement/10dlc/campaigns`
  const get = (endpoint: Endpoint, path: string, answer: ApiHandler): Route => ({
    endpoint,
    method: 'GET',
    path,
    answer,
  })
  return [
    get('order', `${at}/orders/:id`, numbers.standardOrder),
    get('order', `${at}/importTnOrders/:id`, numbers.hostedOrder),
    get('orderHistory', `${at}/orders/:id/history`, numbers.history),
    get('orderHistory', `${at}/importTnOrders/:id/history`, numbers.hostedHistory),
    get('inService', `${at}/inserviceNumbers/:tn`, numbers.inService),
    get('inServiceList', `${at}/inserviceNumbers`, numbers.inServiceList),
    get('number', '/tns/:tn', numbers.number),
    get('numberDetails', '/tns/:tn/tndetails', numbers.numberDetails),
    get('campaigns', `${campaigns}/imports`, numbers.campaigns),
    get('campaign', `${campaigns}/imports/:id`, numbers.campaign),
    get('campaignNumbers', `${campaigns}/:id/tn`, numbers.campaignNumbers),
    get('options', `${at}/tnoptions/:id`, numbers.options),
    get('listOptions', `${at}/tnoptions`, numbers.listOptions),
    { endpoint: 'placeOptions', method: 'POST', path: `${at}/tnoptions`, answer: numbers.placeOptions },
    get('messages', '/users/:account/messages', texts.messages),
    { endpoint: 'sendMessage', method: 'POST', path: '/users/:account/messages', answer: texts.sendMessage },
  ]
}

function addRoute(app: FastifyInstance, parts: Parts, { endpoint, method, path, answer }: Route): void {
  const isXml = !path.startsWith('/users/')
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      count(parts, endpoint)
      const refused = refuse(parts, request, isXml)
      return answerUnder(parts.faults.take(meets(endpoint)), reply, () => {
        if (refused !== undefined) return refused
        parts.advance()
        const body = typeof request.body === 'string' ? request.body : ''
        if (endpoint === 'placeOptions') notePlaced(parts.received, body)
        return answer({
          path: request.params as Record<string, string>,
          query: request.query as Record<string, string>,
          body,
          base: `http://${request.host}/api/${isXml ? 'v1' : 'v2'}`,
        })
      })
    },
  })
}

function count({ received }: Parts, endpoint: Endpoint): void {
  received.calls[endpoint] = (received.calls[endpoint] ?? 0) + 1
}

/** Refuses a request with the wrong credentials, account or content type. */
function refuse({ tokens }: Parts, request: FastifyRequest, isXml: boolean): ApiAnswer | undefined {
  if (!tokens.isAllowed(request.headers.authorization))
    return isXml
      ? { status: 401, body: '' }
      : jsonAnswer({ type: 'unauthorized', description: 'Authentication failed.' }, 401)
  const { account: asked } = request.params as { account?: string }
  if (asked !== undefined && asked !== account)
    return isXml
      ? xmlAnswer(tag('Error', [tag('Code', '5000'), tag('Description', 'Invalid account.')]), 403)
      : jsonAnswer({ type: 'forbidden', description: 'The account is not yours.' }, 403)
  const type = isXml ? 'application/xml' : 'application/json'
  const isOther = request.method === 'POST' && request.headers['content-type']?.startsWith(type) !== true
  return isOther ? { status: 415, body: '' } : undefined
}

function notePlaced(received: Received, body: string): void {
  const order = readXml(body)
  const group = childAt(order, 'TnOptionGroups', 'TnOptionGroup')
  received.placed.push({
    customerOrderId: textAt(order, 'CustomerOrderId'),
    numbers: (childAt(group, 'TelephoneNumbers')?.children ?? []).map(({ text }) => text.trim()),
    action: textAt(group, 'A2pSettings', 'Action') ?? '',
  })
}

function answerToken(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  count(parts, 'token')
  return answerUnder(parts.faults.take(meets('token')), reply, () => {
    if (!parts.tokens.isClient(request.headers.authorization))
      return jsonAnswer({ error: 'invalid_client' }, 401)
    const body = typeof request.body === 'string' ? request.body : ''
    const grant = new URLSearchParams(body).get('grant_type')
    return grant === 'client_credentials'
      ? jsonAnswer(parts.tokens.give())
      : jsonAnswer({ error: 'unsupported_grant_type' }, 400)
  })
}
