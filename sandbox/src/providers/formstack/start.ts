import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerUnder, type ApiAnswer } from '../answer.ts'
import { parseJson } from '../parse-json.ts'
import { createControl } from './control.ts'
import { type Endpoint, meets } from './faults.ts'
import { ListQuery, parseFilter, PatchOp, scimType, toError, toGroup, toList, toUser } from './scim.ts'
import { State } from './state.ts'

/** The emulator of Formstack's SCIM 2.0 API. */
export interface FormstackEmulator {
  /** Its address and the credentials it expects, as the server's settings. */
  settings: { baseUrl: string; tokenUrl: string; clientId: string; clientSecret: string }
  /** Control address, where tests set faults and read what it received; see control.ts. */
  url: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Starts it and its control, each on a free port. */
export async function startFormstack(): Promise<FormstackEmulator> {
  const state = new State()
  const app = Fastify({ logger: false, forceCloseConnections: true, exposeHeadRoutes: false })
  parseBodies(app)
  app.addHook('onRequest', (request, _reply, done) => {
    state.note(request)
    done()
  })
  app.setNotFoundHandler((request, reply) => {
    state.unknown.push(`${request.method} ${request.url.split('?')[0]}`)
    return reply.code(501).type(scimType).send(toError(501, 'This emulator knows no such route.'))
  })
  addToken(app, state)
  addReads(app, state)
  addWrites(app, state)
  const origin = await app.listen({ port: 0, host })
  state.baseUrl = `${origin}/scim`
  const control = createControl(state)
  const url = await control.listen(host)
  return {
    settings: { baseUrl: state.baseUrl, tokenUrl: `${origin}/oauth2/token`, ...state.client },
    url,
    close: async () => {
      await control.close()
      await app.close()
    },
  }
}

/** Clients send a content type even without a body. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const types = ['application/json', scimType, 'application/x-www-form-urlencoded']
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

function addToken(app: FastifyInstance, state: State): void {
  app.post('/oauth2/token', (request, reply) => {
    const fault = state.faults.take(meets('token', ''))
    return answerUnder(fault, reply, () => toAnswer(newToken(state, request), 'application/json'))
  })
}

type Answer = readonly [status: number, body: object | undefined]

const toAnswer = ([status, body]: Answer, type: string): ApiAnswer => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
  type,
})

function newToken(state: State, { headers, body }: FastifyRequest): Answer {
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  if (!state.knowsClient(headers.authorization)) return [401, { error: 'invalid_client' }]
  if (form.get('grant_type') !== 'client_credentials') return [400, { error: 'unsupported_grant_type' }]
  return [200, state.newToken()]
}

/** A route of the API: without a valid token the answer is 401, whatever was requested. */
function addRoute(
  app: FastifyInstance,
  state: State,
  route: { method: 'GET' | 'PATCH' | 'DELETE'; path: string; endpoint: Endpoint },
  answer: (request: FastifyRequest, id: string) => Answer,
): void {
  const { method, path, endpoint } = route
  app.route({
    method,
    url: `/scim/${path}`,
    handler: (request, reply: FastifyReply) => {
      const { id = '' } = request.params as { id?: string }
      return answerUnder(state.faults.take(meets(endpoint, id)), reply, () => {
        const isKnown = state.knowsToken(request.headers.authorization)
        return toAnswer(
          isKnown ? answer(request, id) : [401, toError(401, 'Authorization failure.')],
          scimType,
        )
      })
    },
  })
}

const noSuch = (id: string): Answer => [404, toError(404, `Resource ${id} not found.`)]

function addReads(app: FastifyInstance, state: State): void {
  const { directory } = state
  addRoute(app, state, { method: 'GET', path: 'Groups/:id', endpoint: 'group' }, (_request, id) => {
    const group = directory.group(id)
    return group === undefined ? noSuch(id) : [200, toGroup(group, directory, state.baseUrl)]
  })
  addRoute(app, state, { method: 'GET', path: 'Users/:id', endpoint: 'user' }, (_request, id) => {
    const account = directory.account(id)
    return account === undefined ? noSuch(id) : [200, toUser(account, directory, state.baseUrl)]
  })
  addRoute(app, state, { method: 'GET', path: 'Users', endpoint: 'users' }, (request) => {
    const query = ListQuery.safeParse(request.query)
    if (!query.success) return [400, toError(400, 'startIndex or count is not valid.', 'invalidValue')]
    const { filter, startIndex, count } = query.data
    const name = filter === undefined ? undefined : parseFilter(filter)
    if (filter !== undefined && name === undefined)
      return [400, toError(400, 'An unsupported filter was specified', 'invalidFilter')]
    const found = directory
      .list()
      .filter(({ email }) => name === undefined || email.toLowerCase() === name.toLowerCase())
    const page = found.slice(startIndex - 1, startIndex - 1 + count)
    const users = page.map((account) => toUser(account, directory, state.baseUrl))
    return [200, toList(users, startIndex, found.length)]
  })
}

function addWrites(app: FastifyInstance, state: State): void {
  const { directory } = state
  addRoute(app, state, { method: 'PATCH', path: 'Users/:id', endpoint: 'patch' }, (request, id) => {
    const account = directory.account(id)
    if (account === undefined) return noSuch(id)
    const change = PatchOp.safeParse(parseJson(String(request.body)))
    if (!change.success) return [400, toError(400, 'This change is not supported.', 'invalidSyntax')]
    for (const active of change.data)
      if (active !== undefined) directory.setActive(account, active, state.now(), getKey(request))
    return [200, toUser(account, directory, state.baseUrl)]
  })
  addRoute(app, state, { method: 'DELETE', path: 'Users/:id', endpoint: 'delete' }, (request, id) => {
    const account = directory.account(id)
    if (account === undefined) return noSuch(id)
    directory.remove(account, getKey(request))
    return [204, undefined]
  })
}

function getKey({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : ''
}
