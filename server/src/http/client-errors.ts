import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { emptyEnvelope } from '@agency-support/contract/envelope'
import { jsonType } from '../calls/answer.ts'

/** Statuses for errors of the HTTP parser, before there is a request object; any other error is 400. */
const refused: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

const unreadable = [400, 'The request is not valid HTTP.'] as const

/** Sends our error envelope on a connection whose request could not be parsed, and ends it. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  endWithAnswer(socket, refused[error.code ?? ''] ?? unreadable, headers)
}

/** Sends our error envelope on a raw socket, and ends it. */
export function endWithAnswer(
  socket: Socket,
  [status, sentence]: readonly [status: number, sentence: string],
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(emptyEnvelope(status, sentence))
  const head = {
    ...headers,
    'content-type': jsonType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
