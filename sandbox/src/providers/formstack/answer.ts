import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Fault } from './faults.ts'

/** An answer before it is sent; creating it applies the change. */
type MakeAnswer = () => readonly [status: number, body: object | undefined]

/** Answers under a fault: changes that the fault does not prevent are applied. */
export function answerWith(
  reply: FastifyReply,
  fault: Fault | undefined,
): (make: MakeAnswer) => Promise<FastifyReply> {
  return async (make) => {
    if (fault?.kind === 'status')
      return reply
        .headers(fault.headers ?? {})
        .code(fault.status)
        .send(fault.body ?? '')
    if (fault?.kind === 'drop') return hangUp(reply)
    if (fault?.kind === 'slow') await sleep(fault.ms)
    const [made, body] = make()
    if (fault?.kind === 'lost') return hangUp(reply)
    const status = fault?.kind === 'body' ? 200 : made
    return reply.code(status).send(distort(body === undefined ? '' : JSON.stringify(body), fault))
  }
}

function distort(text: string, fault: Fault | undefined): string {
  if (fault?.kind === 'malformed') return text.slice(0, Math.floor(text.length / 2))
  if (fault?.kind === 'body') return fault.body
  return fault?.kind === 'long' ? text.padEnd(fault.bytes, ' ') : text
}

function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
