import Fastify, { type FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Faults } from './faults.ts'

/**
 * The control of an emulator, on its own port: what tests and the demo agencies set there, and read. `POST /fault`
 * sets a fault and `DELETE /fault` clears all; each emulator adds paths of its own.
 */
export class Control {
  readonly #app: FastifyInstance = Fastify({ logger: false, forceCloseConnections: true })

  constructor() {
    this.#app.setErrorHandler((error, _request, reply) => reply.code(400).send({ error: String(error) }))
  }

  /** Adds the paths of faults. */
  setFaults<Fault extends { times?: number | undefined }>(
    shape: z.ZodType<Fault>,
    faults: Faults<Fault>,
  ): this {
    this.post('/fault', shape, (fault) => faults.add(fault))
    this.delete('/fault', () => faults.clear())
    return this
  }

  /** Something to set or do; what it returns is the answer, if anything. Another body is answered with 400. */
  post<T>(path: string, shape: z.ZodType<T>, work: (given: T) => unknown): void {
    this.#app.post(path, { bodyLimit: 16 * 1024 * 1024 }, async (request, reply) => {
      const done = await work(shape.parse(request.body))
      return done === undefined ? reply.code(204).send() : done
    })
  }

  /** Something to clear. */
  delete(path: string, work: () => void): void {
    this.#app.delete(path, (_request, reply) => {
      work()
      return reply.code(204).send()
    })
  }

  /** Something to read, as JSON. */
  get(path: string, read: () => unknown): void {
    this.#app.get(path, (_request, reply) => reply.send(read()))
  }

  /** Listens on a free port; returns its address. */
  listen(host: string): Promise<string> {
    return this.#app.listen({ port: 0, host })
  }

  async close(): Promise<void> {
    await this.#app.close()
  }
}

/** A request to an emulator's control. */
export type ControlRequest = [method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, given?: object]

/** Calls an emulator's control; returns its JSON, null for none. Throws what it objects to. */
export async function callControl(url: string, ...[method, path, given]: ControlRequest): Promise<unknown> {
  const body = given && { body: JSON.stringify(given), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(url + path, { method, ...body })
  if (!answer.ok) throw new Error(`The emulator answered ${answer.status}: ${await answer.text()}`)
  return answer.status === 204 ? null : answer.json()
}
