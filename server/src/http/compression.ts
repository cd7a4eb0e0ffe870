import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'

/** Downloads keep their length and their ranges, the live stream its events; pictures and archives are small already. */
const compressible =
  /^(?:text\/(?:html|csv|css|javascript)|application\/(?:[\w.]+\+)?json|image\/svg\+xml)(?:;|$)/
/** Smaller answers gain less than the headers cost. */
const minBytes = 1_000
/** The usual level takes three times as long for answers a seventh smaller. */
const fastest = 1
/** For gzip, and for zstd, which knows no `level`. */
const zlibOptions = { level: fastest, params: { [constants.ZSTD_c_compressionLevel]: fastest } }
/** A longer answer that is whole already is compressed beside other work; up to this, one of 10,000 rows, that takes longer. */
const maxAtOnce = 2_000_000

/** Compresses answers with zstd, brotli or gzip, as the browser asks; built files lie compressed beside their originals. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    threshold: minBytes,
    zlibOptions,
    syncThreshold: maxAtOnce,
    customTypes: compressible,
  })
}

/**
 * Leaves the answer of this request as it is, by the switch that the compression has for clients: the length of a
 * compressed secret beside text that a stranger chose would tell of the secret.
 */
export function leaveUncompressed({ headers }: Pick<FastifyRequest, 'headers'>): void {
  headers['x-no-compression'] = 'secret'
}
