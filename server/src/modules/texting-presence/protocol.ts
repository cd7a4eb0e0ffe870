import { z } from 'zod'
import { parseJson } from '../../lib/parse-json.ts'

// The hub protocol of SignalR in JSON: dotnet/aspnetcore, src/SignalR/docs/specs/HubProtocol.md.

const separator = '\u001E'

/** Types of messages that a client may send. */
export const messageType = { invocation: 1, streamInvocation: 4, cancel: 5, ping: 6, close: 7 } as const

const Handshake = z.object({ protocol: z.string(), version: z.int() })
const Message = z.object({
  type: z.int(),
  target: z.string().optional(),
  arguments: z.array(z.unknown()).optional(),
  /** Absent if the client expects no answer. */
  invocationId: z.string().optional(),
})
export type Message = z.infer<typeof Message>

/** A client violated the protocol; the message is a sentence for its developer. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** The complete messages of a text, and the incomplete rest. */
export function splitMessages(text: string): { messages: string[]; rest: string } {
  const messages = text.split(separator)
  const rest = messages.pop() ?? ''
  return { messages, rest }
}

/** Throws ProtocolError for a handshake that asks for anything but JSON. */
export function readHandshake(text: string): void {
  const { data } = Handshake.safeParse(parseJson(text))
  if (data === undefined) throw new ProtocolError('The handshake must be {"protocol":"json","version":1}.')
  if (data.protocol !== 'json')
    throw new ProtocolError(`The protocol '${data.protocol.slice(0, 40)}' is not supported.`)
  if (data.version !== 1)
    throw new ProtocolError(`The server does not support version ${data.version} of the 'json' protocol.`)
}

/** Throws ProtocolError for an invalid message. */
export function readMessage(text: string): Message {
  const { data } = Message.safeParse(parseJson(text))
  if (data === undefined) throw new ProtocolError('A message must be a JSON object with a type.')
  return data
}

/** A message as text. */
export function toText(message: object): string {
  return `${JSON.stringify(message)}${separator}`
}

export const ping = toText({ type: messageType.ping })

/** The answer to an invocation: an empty result, or why it failed. */
export function toCompletion(invocationId: string, error?: string): string {
  return toText({ type: 3, invocationId, ...(error === undefined ? { result: null } : { error }) })
}

/** The last message of a connection. */
export function toClose(close: { error?: string; allowReconnect?: boolean }): string {
  return toText({ type: messageType.close, ...close })
}
