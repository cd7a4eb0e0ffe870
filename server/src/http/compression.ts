import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZstdCompress } from 'minizlib'
import zlib, { constants } from 'node:zlib'

/** Excludes downloads (they keep length and ranges), the live stream, and already compressed pictures and archives. */
const compressible =
  /^(?:text\/(?:html|csv|css|javascript)|application\/(?:[\w.]+\+)?json|image\/svg\+xml)(?:;|$)/
/** Below this size the added headers cost more than compression saves. */
const minBytes = 1_000
/** The default level takes three times as long for answers a seventh smaller. */
const fastest = 1
/** For gzip; zstd ignores `level` and takes the parameter. */
const zlibOptions = { level: fastest, params: { [constants.ZSTD_c_compressionLevel]: fastest } }
/** Bytes. Larger answers are compressed off the event loop; for smaller ones, up to 10,000 rows, that takes longer. */
const maxAtOnce = 2_000_000

/** Compresses answers with zstd, brotli or gzip, as the browser accepts; built files are already compressed on disk. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    threshold: minBytes,
    zlibOptions,
    syncThreshold: maxAtOnce,
    customTypes: compressible,
    zlib: { ...zlib, zstdCompressSync: openZstd() },
  })
}

/**
 * Compresses one answer after the other in one context. Node's own function opens one for each, whose buffers stay until
 * a full garbage collection: 200 compressed answers caused one. Null once it has failed; answers are streamed then.
 */
function openZstd(): (answer: Buffer) => Buffer | null {
  const zstd = new ZstdCompress({ ...zlibOptions, flush: constants.ZSTD_e_end })
  return (answer) => {
    zstd.write(answer)
    return zstd.read()
  }
}

/**
 * Turns compression off for this answer with the header that clients can use for it. When a secret is compressed
 * together with text chosen by an attacker, the length reveals the secret.
 */
export function leaveUncompressed({ headers }: Pick<FastifyRequest, 'headers'>): void {
  headers['x-no-compression'] = 'secret'
}
