import type { LiveHint } from '@agency-support/contract/modules/journal'
import type { ServerResponse } from 'node:http'

/** What a session may see now. */
export interface SessionAccess {
  permissions: readonly number[]
}

/** Hints that go out together, with the cursor that a browser resumes from once it has them. */
export interface HintBatch {
  hints: readonly LiveHint[]
  /** Absent for hints that stand in no journal row. */
  cursor?: bigint
}

/** A reader further behind than this is cut off; it resumes when it reads again. */
const maxBufferedBytes = 1024 * 1024

function idLine({ cursor }: HintBatch): string {
  return cursor === undefined ? '' : `id: ${cursor}\n`
}

/** One browser's event stream. */
export class LiveStream {
  readonly sessionId: number
  access: SessionAccess
  readonly #response: ServerResponse
  /** Batches from before the greeting; they go out after it, so that no id outruns what it stands for. */
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

  /** Greets, and sends what was missed. `resumed` false says to fetch everything again. */
  open(resumed: boolean, missed: HintBatch): void {
    // Browsers that lose a restarting server come back spread over a second.
    const retryMs = 500 + Math.floor(Math.random() * 1000)
    const id = missed.hints.length === 0 ? idLine(missed) : ''
    this.#write(`retry: ${retryMs}\n${id}event: hello\ndata: ${JSON.stringify({ resumed })}\n\n`)
    const early = this.#early ?? []
    this.#early = undefined
    for (const batch of [missed, ...early]) this.send(batch)
  }

  /** A batch goes as one message, so that its id cannot outrun a part of it. */
  send(batch: HintBatch): void {
    if (batch.hints.length === 0) return
    if (this.#early !== undefined) this.#early.push(batch)
    else this.#write(`${idLine(batch)}event: hints\ndata: ${JSON.stringify(batch.hints)}\n\n`)
  }

  /** What the person may do has changed: the browser asks who it is. */
  changeAccess(access: SessionAccess): void {
    const held = new Set(this.access.permissions)
    const same = access.permissions.length === held.size && access.permissions.every((id) => held.has(id))
    this.access = access
    if (!same) this.#write('event: account\ndata: {}\n\n')
  }

  beat(): void {
    this.#write(': beat\n\n')
  }

  /** The session is over: the browser is told so and asks who it is. */
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
