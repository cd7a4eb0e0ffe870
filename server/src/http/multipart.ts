import type { MultipartWire } from '@agency-support/contract/wire'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Readable } from 'node:stream'
import { HttpFailure } from '../calls/refusal.ts'

/** The file of a multipart form. */
export class SentFile {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

const formOnly = 'The request body must be a form (Content-Type: multipart/form-data).'
const unreadable = 'The form cannot be read.'
/** Bytes that a form adds to its file: boundaries, names, types. */
const wrapping = 16 * 1024
/** Bytes that are read and dropped beyond the limit, so that the sender still receives the refusal. */
const patience = 8 * 1024 * 1024

/** Registers a route whose body is a form with exactly one file. Throws 400 for anything else in it. */
export function routeMultipart(app: FastifyInstance, route: RouteOptions, wire: MultipartWire): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
      const type = request.headers['content-type'] ?? ''
      if (!/^multipart\/form-data\s*;/i.test(type) || request.headers['content-encoding'] !== undefined)
        throw new HttpFailure(415, formOnly)
      return readFile(await gather(body, wire), type, wire)
    })
    scope.route(route)
    done()
  })
}

async function gather(body: Readable, { maxBytes, tooLarge }: MultipartWire): Promise<Buffer> {
  const max = maxBytes + wrapping
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > max + patience) throw new HttpFailure(400, tooLarge, { headers: { connection: 'close' } })
    if (length <= max) chunks.push(chunk)
  }
  if (length > max) throw new HttpFailure(400, tooLarge)
  return Buffer.concat(chunks)
}

async function readFile(
  bytes: Buffer,
  type: string,
  { part, maxBytes, tooLarge }: MultipartWire,
): Promise<SentFile> {
  const parts = await readForm(bytes, type)
  const [first] = parts
  if (parts.length !== 1 || first === undefined || first[0] !== part || typeof first[1] === 'string')
    throw new HttpFailure(400, `The form must hold one file, in the part ${part}, and nothing else.`)
  if (first[1].size > maxBytes) throw new HttpFailure(400, tooLarge)
  return new SentFile(Buffer.from(await first[1].arrayBuffer()))
}

async function readForm(bytes: Buffer, type: string): Promise<[name: string, value: string | File][]> {
  try {
    // Node's own parser reads forms as browsers write them.
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    return [...form.entries()] as [string, string | File][]
  } catch (error) {
    throw new HttpFailure(400, unreadable, { cause: error })
  }
}
