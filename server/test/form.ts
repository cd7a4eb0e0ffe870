import type { Sent } from './exchange.ts'

/** A part of a form that is a file. */
export interface FilePart {
  name: string
  bytes: Buffer
  fileName?: string
}

/** Headers and body of a form with these files, as a browser sends it. */
export function toForm(
  parts: readonly FilePart[],
  boundary = 'boundary-of-a-test',
): Pick<Sent, 'headers' | 'body'> {
  const written = parts.map(({ name, bytes, fileName = 'logo.png' }) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
