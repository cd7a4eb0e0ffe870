import type { AnyCall } from '@agency-support/contract/call'
import { emptyEnvelope, type Envelope } from '@agency-support/contract/envelope'

/** A declared refusal, thrown by a handler; becomes HTTP 200 with its code (D-01). */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly envelope: Envelope
  constructor(envelope: Envelope) {
    super(envelope.message)
    this.envelope = envelope
  }
}

/** The refusal that a call declares under `reason`, with its sentence filled in from the data. */
export function toRefusal(call: AnyCall, reason: string, data?: object): Refusal {
  const declared = call.refusals[reason]
  if (declared === undefined) throw new Error(`refusal ${reason} is not declared`)
  const [code, says, shape] = declared
  if (data === undefined) return new Refusal(emptyEnvelope(code, says))
  const item = shape === undefined ? data : shape.parse(data)
  const words = new Map(
    Object.entries(data).map(([key, value]) => [key, value === null ? '' : String(value)]),
  )
  // A sentence is told without a time that is not known, and without a value that is empty now.
  const message = says.replace(
    /( (?:at|to) )?\{(\w+)\}/g,
    (whole, before: string | undefined, key: string) => {
      const word = words.get(key)
      if (word === '') return ''
      return word === undefined ? whole : `${before ?? ''}${word}`
    },
  )
  return new Refusal({ code, message, data: [item] })
}

/** The sentence of a server that is stopping, with status 503. */
export const restartSentence = 'The server is being restarted. Please try again in a few seconds.'

/** A failure with an HTTP status and a sentence for the caller. */
export class HttpFailure extends Error {
  override name = 'HttpFailure'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    sentence: string,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(sentence, { cause: options.cause })
    this.status = status
    this.headers = options.headers ?? {}
  }
}
