import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Services } from '../../calls/context.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { encodingOf } from './log-encoding.ts'
import type { FileRow } from './store.ts'
import { reachable, toBytes } from './stored-file.ts'

/** The file is held in memory. */
const maxBytes = 16 * 1024 * 1024
const tooLarge = 'This file is too large to be given as JSON. Download it as it is.'

/** A file's content as JSON: a JSON file as it is, otherwise a field with its text, or its bytes in base64. */
export async function asJson(
  services: Services,
  row: FileRow,
  { isLog }: { isLog: boolean },
): Promise<Buffer> {
  if (row.size > maxBytes) throw new HttpFailure(413, tooLarge)
  const bytes = await reachable(buffer(Readable.from(toBytes(services, row))))
  const encoding = isLog ? encodingOf(bytes) : 'utf-8'
  if (encoding === 'utf-8' && !isUtf8(bytes))
    return Buffer.from(JSON.stringify({ name: row.name, base64: bytes.toString('base64') }))
  // Without the byte order mark.
  const text = new TextDecoder(encoding).decode(bytes)
  return Buffer.from(parseJson(text) === undefined ? JSON.stringify({ name: row.name, text }) : text)
}
