import type { LiveHint } from '@agency-support/contract/modules/journal'
import type { ServerResponse } from 'node:http'

/** What a session may currently see. */
export interface SessionAccess {
  permissions: readonly number[]
}

/** Hints that are sent together, with the cursor from which a browser resumes after receiving them. */
export interface HintBatch {
  hints: readonly LiveHint[]
  /** Absent for hints without a journal row. */
  cursor?: bigint
}

/** A client with more unread bytes than this is disconnected; it resumes when it reads again. */
const maxBufferedBytes = 1024 * 1024

function idLine({ cursor }: HintBatch): string {
  return cursor === undefined ? '' : `id: ${cursor}\n`
}

/** The event stream of one browser. */
export class LiveStream {
  readonly sessionId: number
  access: SessionAccess
  readonly #response: ServerResponse
  /** Batches from before the greeting; sent after it, so that no id gets ahead of its content. */
  #early: HintBatch[] | undefined = []

  constructor(response: ServerResponse, sessionId: number, access: SessionAccess) {
    this.#response = response
    this.sessionId = sessionId
    this.access = access
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    response.flushHeaders()
  }

  /** Sends the greeting and the missed hints. With `resumed` false the browser refetches everything. */
  open(resumed: boolean, missed: HintBatch): void {
    // Spreads reconnects after a server restart over a second.
    const retryMs = 500 + Math.floor(Math.random() * 1000)
    const id = missed.hints.length === 0 ? idLine(missed) : ''
    this.#write(`retry: ${retryMs}\n${id}event: hello\ndata: ${JSON.stringify({ resumed })}\n\n`)
    const early = this.#early ?? []
    this.#early = undefined
    for (const batch of [missed, ...early]) this.send(batch)
  }

  /** Sends a batch as one message, so that its id cannot get ahead of part of it. */
  send(batch: HintBatch): void {
    if (batch.hints.length === 0) return
    if (this.#early !== undefined) this.#early.push(batch)
    else this.#write(`${idLine(batch)}event: hints\ndata: ${JSON.stringify(batch.hints)}\n\n`)
  }

  /** Tells the browser to reload the person's permissions if they changed. */
  changeAccess(access: SessionAccess): void {
    const held = new Set(this.access.permissions)
    const same = access.permissions.length === held.size && access.permissions.every((id) => held.has(id))
    this.access = access
    if (!same) this.#write('event: account\ndata: {}\n\n')
  }

  beat(): void {
    this.#write(': beat\n\n')
  }

  /** Tells the browser that the session has ended, and closes the stream. */
  end(): void {
    this.#write('event: end\ndata: {}\n\n')
    this.close()
  }

  close(): void {
    this.#response.end()
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    if (this.#response.writableLength > maxBufferedBytes) this.#response.destroy()
    else this.#response.write(text)
  }
}
