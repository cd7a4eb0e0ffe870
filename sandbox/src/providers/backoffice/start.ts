import Fastify, { type FastifyRequest } from 'fastify'
import { makeRecord } from './data.ts'
import { Control } from '../control.ts'
import { answerUnder, type ApiAnswer } from '../answer.ts'
import { Faults } from '../faults.ts'
import { type Endpoint, Fault, meets } from './faults.ts'

/** The emulator of the provider's back office. */
export interface BackOfficeEmulator {
  /** Its address and the credentials it expects, as the server's settings. */
  settings: { baseUrl: string; token: string }
  /** Address of its control, where tests set faults; on a port of its own. */
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

/** Starts it and its control, each on a free port. */
export async function startBackOffice(): Promise<BackOfficeEmulator> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const faults = new Faults<Fault>()
  /** Number of requests by endpoint and agency: `billing 6938`. */
  const calls = new Map<string, number>()
  for (const { endpoint, path, type, answer } of questions)
    app.get(path, async (request, reply) => {
      const agencyId = parseAgencyId(request)
      if (request.headers.authorization !== `Bearer ${token}`)
        return answerUnder(undefined, reply, () => toError(401))
      if (agencyId === undefined) return answerUnder(undefined, reply, () => toError(400))
      const key = `${endpoint} ${agencyId}`
      calls.set(key, (calls.get(key) ?? 0) + 1)
      const fault = faults.take(meets(endpoint, agencyId))
      return answerUnder(fault, reply, () => ({ status: 200, body: answer(agencyId), type }), toError)
    })
  const control = new Control().setFaults(Fault, faults)
  control.get('/received', () => Object.fromEntries(calls))
  control.delete('/received', () => {
    faults.clear()
    calls.clear()
  })
  const baseUrl = await app.listen({ port: 0, host })
  const url = await control.listen(host)
  const close = async (): Promise<void> => {
    await app.close()
    await control.close()
  }
  return { settings: { baseUrl, token }, url, close }
}

function parseAgencyId(request: FastifyRequest): number | undefined {
  const { id } = request.params as { id: string }
  return /^[1-9][0-9]{0,7}$/.test(id) ? Number(id) : undefined
}

const toError = (status: number): ApiAnswer => ({
  status,
  body: JSON.stringify({ error: { status } }),
  type: json,
})
