import type { LiveHint } from '@agency-support/contract/modules/journal'
import type { ServerResponse } from 'node:http'

/** What a session may see now. */
export interface Standing {
  permissions: readonly number[]
}

/** A reader further behind than this is cut off; it resumes when it reads again. */
const mostBuffered = 1024 * 1024

/** One browser's event stream. */
export class LiveStream {
  readonly sessionId: number
  standing: Standing
  readonly #response: ServerResponse

  constructor(response: ServerResponse, sessionId: number, standing: Standing) {
    this.#response = response
    this.sessionId = sessionId
    this.standing = standing
  }

  /** Sends the head. `resumed` false tells the browser to look at everything again. */
  open(resumed: boolean, cursor: bigint): void {
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    // Browsers that lose a restarting server come back spread over a second.
    const retryMs = 500 + Math.floor(Math.random() * 1000)
    this.#write(`retry: ${retryMs}\nid: ${cursor}\nevent: hello\ndata: ${JSON.stringify({ resumed })}\n\n`)
  }

  /** All hints of one look go as one message, so that its id cannot outrun a part of them. */
  tell(hints: readonly LiveHint[], cursor: bigint): void {
    if (hints.length > 0) this.#write(`id: ${cursor}\nevent: hints\ndata: ${JSON.stringify(hints)}\n\n`)
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
    if (this.#response.writableEnded) return
    if (this.#response.writableLength > mostBuffered) this.#response.destroy()
    else this.#response.write(text)
  }
}
