import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { makeRecord } from './data.ts'
import { Faults } from '../faults.ts'
import { type Endpoint, Fault, meets } from './faults.ts'

/** The emulator of the provider's back office. */
export interface BackOfficeEmulator {
  /** Its address and the credentials it expects, as the server's settings. */
  settings: { baseUrl: string; token: string }
  /** Control address, where tests set faults. */
  url: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const token = 'sandbox-only-back-office-token'
const json = 'application/json; charset=utf-8'
const xml = 'application/xml; charset=utf-8'

const questions: readonly { endpoint: Endpoint; path: string; type: string; answer(id: number): string }[] = [
  {
    endpoint: 'billing',
    path: '/billing/:id/billingcycle',
    type: json,
    answer: (id) => JSON.stringify(makeRecord(id).billing),
  },
  {
    endpoint: 'contacts',
    path: '/contact/:id/main',
    type: json,
    answer: (id) => JSON.stringify(makeRecord(id).contacts),
  },
  {
    endpoint: 'seats',
    path: '/datecode/client/seats/:id',
    type: json,
    answer: (id) => JSON.stringify(makeRecord(id).seats),
  },
  { endpoint: 'license', path: '/datecode/client/:id', type: xml, answer: (id) => makeRecord(id).license },
]

/** Starts it on its own port; 0 takes any free one. `/_emu/fault` and `/_emu/calls` are for tests. */
export async function startBackOffice(options: { port: number }): Promise<BackOfficeEmulator> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const faults = new Faults<Fault>()
  /** Number of requests by endpoint and agency: `billing 6938`. */
  const calls = new Map<string, number>()
  for (const { endpoint, path, type, answer } of questions)
    app.get(path, async (request, reply) => {
      const agencyId = parseAgencyId(request)
      if (request.headers.authorization !== `Bearer ${token}`) return refuse(reply, 401)
      if (agencyId === undefined) return refuse(reply, 400)
      const key = `${endpoint} ${agencyId}`
      calls.set(key, (calls.get(key) ?? 0) + 1)
      return answerWith(reply.type(type), answer(agencyId), faults.take(meets(endpoint, agencyId)))
    })
  app.post('/_emu/fault', (request, reply) => {
    const fault = Fault.safeParse(request.body)
    if (!fault.success) return reply.code(400).send({ error: fault.error.message })
    faults.add(fault.data)
    return reply.code(204).send()
  })
  app.delete('/_emu/fault', (_request, reply) => {
    faults.clear()
    calls.clear()
    return reply.code(204).send()
  })
  app.get('/_emu/calls', () => Object.fromEntries(calls))
  const baseUrl = await app.listen({ port: options.port, host })
  return { settings: { baseUrl, token }, url: baseUrl, close: () => app.close() }
}

function parseAgencyId(request: FastifyRequest): number | undefined {
  const { id } = request.params as { id: string }
  return /^[1-9][0-9]{0,7}$/.test(id) ? Number(id) : undefined
}

function refuse(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).send({ error: { status } })
}

async function answerWith(
  reply: FastifyReply,
  text: string,
  fault: Fault | undefined,
): Promise<FastifyReply> {
  switch (fault?.kind) {
    case undefined:
      return reply.send(text)
    case 'status':
      if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter)
      if (fault.location !== undefined) reply.header('location', fault.location)
      return reply.code(fault.status).send(fault.body ?? JSON.stringify({ error: { status: fault.status } }))
    case 'delay':
      await sleep(fault.ms)
      return reply.send(text)
    case 'malformed':
      return reply.send(text.slice(0, Math.floor(text.length / 2)))
    case 'body':
      return reply.send(fault.body)
    case 'long':
      return reply.send(text + 'x'.repeat(Math.max(0, fault.bytes - text.length)))
    case 'drop':
      reply.hijack()
      reply.raw.writeHead(200, { 'content-length': text.length })
      reply.raw.write(text.slice(0, 10), () => reply.raw.destroy())
      return reply
  }
}
