import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes over a connection of its own and gives everything that came back until the server ended it. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      received += text
    })
    // A server that refuses may reset a connection it has not read to the end.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? undefined : reject(error),
    )
    socket.on('close', () => resolve(received))
  })
}

/** Begins a request with a JSON body, and breaks its connection while the server reads that body. */
export async function breakOffBody(port: number, path: string): Promise<void> {
  const head = lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json')
  const socket = connect(port, '127.0.0.1')
  socket.write(lines(head, 'Content-Length: 50', 'Expect: 100-continue', '', '{"half":'))
  // Sent when the server has taken the request.
  await once(socket, 'data')
  socket.destroy()
}

/** Lines of a request, joined as HTTP wants them. */
export function lines(...parts: string[]): string {
  return parts.join('\r\n')
}
