import type { ByteRange } from '../../providers/object-store.ts'
import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { type Appends, type Ctx, type Handler, type RawBody } from '../../calls/context.ts'
import { attachment } from '../../http/attachment.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import { asJson } from './as-json.ts'
import { toFileKey } from './file-key.ts'
import { readEncoding } from './log-lines.ts'
import { type FileKey, type FileRow, findFile } from './store.ts'
import { absentSentence, findObject, toBytes, reachable } from './stored-file.ts'

type Download = typeof agencyFiles.download

/** One listed file as an attachment: whole, in part or as JSON; every download is journalled. */
export const download: Handler<Download> = async ({ asJson: wantsJson, ...asked }, ctx) => {
  const key = toFileKey(asked)
  const row = await findFile(ctx.db, key)
  if (row === undefined) throw new HttpFailure(404, absentSentence)
  // Checked before the answer begins: a listed file may be missing in its store.
  const object = await reachable(findObject(ctx.services, row))
  if (object === null || object.size !== row.size) throw new HttpFailure(404, absentSentence)
  const answer = await (wantsJson === 'true' ? jsonAnswer : bytesAnswer)(ctx, { key, row })
  await trace(ctx, key, { file: row.name, ...(wantsJson === 'true' ? { as: 'JSON' } : {}) })
  return answer
}

function trace(ctx: Appends<Download>, key: FileKey, what: Record<string, string>): Promise<void> {
  const { agencyId, kind, location, fileKey } = key
  const client = kind === 'client' ? { location, clientId: fileKey } : {}
  return ctx.append({ event: 'agencyFiles.downloaded', agencyId, after: { type: kind, ...client, ...what } })
}

// A browser must not run content from an agency's software as a page of ours.
const inert = { 'content-security-policy': "sandbox; default-src 'none'" }

interface Found {
  key: FileKey
  row: FileRow
}

async function jsonAnswer({ services }: Ctx<Download>, { key, row }: Found): Promise<RawBody> {
  const body = await asJson(services, row, { isLog: key.kind === 'log' })
  const headers = {
    ...inert,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'content-disposition': attachment(row.name.endsWith('.json') ? row.name : `${row.name}.json`),
  }
  return { stream: [body], headers }
}

/** A log whose name looks like a page or a program is saved as a text file. */
function textFileName(name: string): string {
  return /\.(log|txt)$/i.test(name) ? name : `${name}.txt`
}

async function bytesAnswer({ services, request }: Ctx<Download>, { key, row }: Found): Promise<RawBody> {
  const isLog = key.kind === 'log'
  const type = isLog
    ? `text/plain; charset=${await reachable(readEncoding(services, row))}`
    : 'application/octet-stream'
  const etag = `"${row.sha256}"`
  const isOfThis = request.ifRange === undefined || request.ifRange === etag
  const part = isOfThis ? parseByteRange(request.range, row.size) : undefined
  const { start, end } = part ?? { start: 0, end: row.size - 1 }
  const headers = {
    ...inert,
    'content-type': type,
    'content-length': String(end - start + 1),
    'content-disposition': attachment(isLog ? textFileName(row.name) : row.name),
    'accept-ranges': 'bytes',
    etag,
    'last-modified': row.file_at.toUTCString(),
    ...(part === undefined ? {} : { 'content-range': contentRange(part, row.size) }),
  }
  return { stream: toBytes(services, row, part), headers, status: part === undefined ? 200 : 206 }
}

const outside = 'The file is shorter than the part that was asked for.'

/** The range that a Range header asks for; undefined for the whole file. Throws 416 if it starts past the end. */
function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = found ?? []
  // For several ranges or an invalid header, the whole file is a valid answer.
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && first !== '' && Number(last) < start) return undefined
  if (start > end) throw new HttpFailure(416, outside, { headers: { 'content-range': `bytes */${size}` } })
  return { start, end }
}

/** The Content-Range header. */
function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`
}
