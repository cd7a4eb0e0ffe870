import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { FaultKind } from './faults.ts'

/** An answer of a provider. */
export interface ApiAnswer {
  status: number
  /** Empty for none. */
  body: string
  type?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Answers a request under a fault. `work` does what was requested; it is not called if the fault prevents that.
 * `toError` is the provider's answer with a status that a fault asks for.
 */
export async function answerUnder(
  fault: FaultKind | undefined,
  reply: FastifyReply,
  work: () => ApiAnswer,
  toError: (status: number) => ApiAnswer = (status) => ({ status, body: '' }),
): Promise<FastifyReply> {
  if (fault?.kind === 'status') {
    const { body, type = 'text/plain' } = toError(fault.status)
    return reply
      .headers(fault.headers)
      .code(fault.status)
      .type(fault.type ?? type)
      .send(fault.body ?? body)
  }
  if (fault?.kind === 'drop') return hangUp(reply)
  if (fault?.kind === 'hang') return reply.hijack()
  if (fault?.kind === 'delay') await sleep(fault.ms)
  const { status, body, type, headers = {} } = work()
  if (fault?.kind === 'lost') return hangUp(reply)
  if (fault?.kind === 'cut') return cutOff(reply, body)
  reply.headers(headers).code(fault?.kind === 'body' ? 200 : status)
  if (type !== undefined && body !== '') reply.type(type)
  return reply.send(distort(body, fault))
}

function distort(body: string, fault: FaultKind | undefined): string {
  if (fault?.kind === 'malformed') return body.slice(0, Math.floor(body.length / 2))
  if (fault?.kind === 'body') return fault.body
  return fault?.kind === 'long' ? body.padEnd(fault.bytes) : body
}

/** Closes the connection without an answer. */
export function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function cutOff(reply: FastifyReply, body: string): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-length': Buffer.byteLength(body) })
  reply.raw.write(body.slice(0, 10), () => reply.raw.destroy())
  return reply
}
