/** How the text of a log is stored. */
export type LogEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** The encoding of a log that begins with these bytes: by its byte order mark, UTF-8 without one. */
export function encodingOf([first, second]: Buffer): LogEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** The same text in UTF-8. In UTF-16 the bytes begin with a whole unit of two. */
export async function* toUtf8(bytes: AsyncIterable<Buffer>, encoding: LogEncoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* bytes
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}
