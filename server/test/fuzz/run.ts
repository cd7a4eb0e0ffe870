import type { AnyCall } from '@agency-support/contract/call'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { type TestServer, testServer } from '../app.ts'
import type { TestClient } from '../client.ts'
import type { Got, Sent } from '../exchange.ts'
import { allPermissions } from '../people.ts'
import { webhookProof } from '../webhooks.ts'
import { looseWireForm } from '../wire.ts'
import { callsByName, fuzzAgencies, type FuzzRequest, fuzzRequests } from './requests.ts'

/** Requests that once found a fault, tried before any new one. */
const found = JSON.parse(readFileSync(new URL('found.json', import.meta.url), 'utf8')) as FuzzRequest[]

export interface FuzzOptions {
  requests: number
  /** Makes the same requests again; by chance without it. */
  seed?: number
}

/** What came of it: how many answers of each status, or the smallest request that is answered wrongly. */
export interface FuzzReport {
  seed: number
  requests: number
  statuses: Readonly<Record<string, number>>
  /** The request and what is wrong with its answer; undefined when nothing is. */
  wrong: { request: FuzzRequest; why: string } | undefined
}

const internals = /node_modules|\.ts:\d|at async|select |insert |FST_|ZodError|SyntaxError/

/** A server with some agencies, and whoever asks it. */
class FuzzedServer {
  readonly #server: TestServer
  #software: TestClient
  #client: TestClient | undefined

  constructor(server: TestServer, software: TestClient) {
    this.#server = server
    this.#software = software
  }

  static async start(): Promise<FuzzedServer> {
    const server = await testServer({ config: { signInByGet: true } })
    const { there, online, test } = fuzzAgencies
    for (const id of [online, test]) await server.agency(id)
    await server.db.write
      .updateTable('agency')
      .set({ is_online: true })
      .where('agency_id', '=', online)
      .execute()
    return new FuzzedServer(server, await server.software(there))
  }

  /** The answer to a request; throws where the OpenAPI document does not say it. */
  async ask({ call: name, input, key }: FuzzRequest): Promise<Got> {
    const call = callsByName.get(name)
    if (call === undefined) throw new Error(`${name} is no call any more`)
    // As it is written down: what JSON cannot say is gone.
    const sent = looseWireForm(call, JSON.parse(JSON.stringify(input)))
    // Else the sign-ins would be too many for one address.
    if (call.rate === 'signin') this.#server.clock.turn(61)
    const headers = key === null ? {} : { 'idempotency-key': `fuzz-key-${key}` }
    const got = await (await this.#clientFor(call)).send(sent, { ...headers, ...this.#proof(call, sent) })
    if (got.status !== 401 || call.access === 'provider') return got
    await this.#letInAgain(call)
    return (await this.#clientFor(call)).send(sent, headers)
  }

  /** Signing out, ending sessions, time itself and taking an agency's key away end what requests are made by. */
  async #letInAgain({ access }: AnyCall): Promise<void> {
    if (access !== 'agent') {
      this.#client?.close()
      this.#client = undefined
      return
    }
    const { there } = fuzzAgencies
    await this.#server.db.write.deleteFrom('agency_key').where('agency_id', '=', there).execute()
    this.#software = await this.#server.software(there)
  }

  close(): Promise<void> {
    return this.#server.close()
  }

  async #clientFor({ access }: AnyCall): Promise<TestClient> {
    if (access === 'agent') return this.#software
    this.#client ??= await this.#server.asNew({ permissions: allPermissions })
    return this.#client
  }

  #proof({ at }: AnyCall, { body = '' }: Sent): Record<string, string> {
    return at.form === 'hook' ? webhookProof(at.proof, body, this.#server.clock.now()) : {}
  }
}

/** What is wrong with an answer beside what the OpenAPI document says. */
function whyWrong({ status, body }: Got): string | undefined {
  if (status >= 500) return `it answers ${status}: ${body.slice(0, 300)}`
  return internals.test(body) ? `it tells of internals: ${body.slice(0, 300)}` : undefined
}

/** Makes requests from the OpenAPI document until one is answered wrongly, and makes that one as small as it can. */
export async function fuzz({
  requests,
  seed = Math.trunc(Math.random() * 0x7fffffff),
}: FuzzOptions): Promise<FuzzReport> {
  const server = await FuzzedServer.start()
  const statuses: Record<string, number> = {}
  const property = fc.asyncProperty(fuzzRequests(), async (request) => {
    const got = await server.ask(request)
    statuses[got.status] = (statuses[got.status] ?? 0) + 1
    const why = whyWrong(got)
    if (why !== undefined) throw new Error(why)
  })
  try {
    const numRuns = requests + found.length
    const details = await fc.check(property, { numRuns, seed, examples: found.map((one) => [one]) })
    const [request] = details.counterexample ?? []
    const error = details.errorInstance
    const why = error instanceof Error ? error.message : String(error)
    return { seed, requests: details.numRuns, statuses, wrong: request && { request, why } }
  } finally {
    await server.close()
  }
}
