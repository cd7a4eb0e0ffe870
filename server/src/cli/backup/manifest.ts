import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { getErrorCode } from '../../lib/error-code.ts'
import { CliProblem } from '../cli.ts'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Whole = z.string().regex(/^\d{1,20}$/)
/** A file of the backup: its path in the folder, size and digest. */
const Part = z.object({
  file: z.string().regex(/^[a-z0-9][\w.-]*(\/[\w.-]+)*$/i),
  bytes: z.int().min(0),
  sha256: Digest,
})

/** The content of manifest.json. */
const Manifest = z.object({
  product: z.literal('agency-support'),
  format: z.literal(1),
  at: z.iso.datetime(),
  postgres: z.string(),
  /** Migrations applied to the database. */
  schema: z.array(z.object({ name: z.string(), digest: Digest })),
  /** The next transaction id of the source: the journal is ordered by these ids. */
  nextTransaction: Whole,
  /** The newest seal of the journal; null if nothing was sealed. */
  journalHead: Digest.nullable(),
  tables: z.array(
    Part.extend({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.int().min(0) }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: Whole.nullable() })),
  /** One line per object in the file stores that the database refers to. */
  objects: Part.extend({ count: z.int().min(0), totalBytes: z.int().min(0), missing: z.int().min(0) }),
})

export type Manifest = z.infer<typeof Manifest>
export type Part = z.infer<typeof Part>
export type BackupTable = Manifest['tables'][number]

/** A line of objects.jsonl. */
export const ObjectLine = z.object({
  place: z.string().regex(/^(pool|agency) \d{1,10}$/),
  name: z.string(),
  bytes: z.int().min(0),
  sha256: Digest,
  /** The object was missing in its store when the backup was made. */
  missing: z.literal(true).optional(),
})
export type ObjectLine = z.infer<typeof ObjectLine>

const manifestFile = 'manifest.json'
const digestFile = 'manifest.sha256'

/** Counts and hashes the bytes that pass through it. */
export class DigestStream extends Transform {
  bytes = 0
  readonly #digest = createHash('sha256')

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length
    this.#digest.update(chunk)
    done(null, chunk)
  }

  /** The totals; call it once, at the end. */
  sum(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.#digest.digest('hex') }
  }
}

/** Writes the manifest and its digest, which make the backup complete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const digest = createHash('sha256').update(text).digest('hex')
  await writeFlushed(join(folder, manifestFile), text)
  await writeFlushed(join(folder, digestFile), `${digest}  ${manifestFile}\n`)
}

async function writeFlushed(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}

/** Reads a manifest. Throws CliProblem if it is missing, incomplete, changed or of a newer release. */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, digestLine] = await Promise.all(
    [manifestFile, digestFile].map((name) => readFile(join(folder, name), 'utf8').catch(toAbsent)),
  )
  if (text === undefined || digestLine === undefined)
    throw new CliProblem(`${folder} is not a complete backup: ${manifestFile} or ${digestFile} is missing.`)
  if (!digestLine.startsWith(createHash('sha256').update(text).digest('hex')))
    throw new CliProblem(`The backup is damaged: ${manifestFile} does not match ${digestFile}.`)
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new CliProblem(`${manifestFile} has a format that this release does not know. Use a newer release.`)
  return parsed.data
}

function toAbsent(error: unknown): undefined {
  const code = getErrorCode(error)
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}

/** Throws CliProblem unless the file exists, complete and unchanged. */
export async function checkPart(folder: string, { file, bytes, sha256 }: Part): Promise<void> {
  const path = join(folder, file)
  const found = await stat(path).catch(toAbsent)
  if (found === undefined) throw new CliProblem(`The backup is damaged: ${file} is missing.`)
  if (found.size !== bytes)
    throw new CliProblem(`The backup is damaged: ${file} has ${found.size} bytes, not ${bytes}.`)
  const meter = new DigestStream()
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), meter, drain)
  if (meter.sum().sha256 !== sha256) throw new CliProblem(`The backup is damaged: ${file} has changed.`)
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of chunks);
}
