import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { createHash } from 'node:crypto'
import type { AgencyFile } from './files/agency-file.ts'
import type { Retry } from './retry.ts'
import { type AgencyWire, Refused, Unreachable } from './wire.ts'

/** Arrives within the server's half minute even at 16 kB/s. */
const pieceBytes = 262_144
const wrongOffset = 409
const gone = 404
const mismatch = 422
const maxStarts = 3

/** Sends a file, resuming after a broken connection; resolves with the id of the upload. */
export async function sendFile(
  wire: AgencyWire,
  retry: Retry,
  file: AgencyFile,
  commandId?: number,
): Promise<string> {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const { kind, name, location, clientId, deleted, fileTimestamp } = file
  const announcement = {
    kind,
    name,
    location,
    clientId,
    deleted,
    sha256,
    size: file.bytes.length,
    fileTimestamp: fileTimestamp.toISOString(),
    ...(commandId === undefined ? {} : { commandId }),
  }
  for (let start = 1; ; start += 1) {
    const upload = await retry.untilAnswered(() => wire.call(agencyFiles.openUpload, announcement))
    await sendBytes(wire, retry, upload, file.bytes)
    if (await finished(wire, retry, upload.uploadId, start === maxStarts)) return upload.uploadId
  }
}

async function sendBytes(
  wire: AgencyWire,
  retry: Retry,
  { uploadId, offset: begin }: { uploadId: string; offset: number },
  bytes: Buffer,
): Promise<void> {
  let offset = begin
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + pieceBytes)
    offset = await retry.untilAnswered(() => appended(wire, uploadId, offset, piece))
  }
}

/** A piece whose answer was lost may have arrived; the server's offset says where to continue. */
async function appended(wire: AgencyWire, uploadId: string, offset: number, piece: Buffer): Promise<number> {
  try {
    return await wire.append(agencyFiles.appendUpload, uploadId, offset, piece)
  } catch (error) {
    if (error instanceof Refused && error.code === wrongOffset && hasOffset(error.data))
      return error.data.offset
    throw error
  }
}

function hasOffset(data: unknown): data is { offset: number } {
  return typeof data === 'object' && data !== null && 'offset' in data && typeof data.offset === 'number'
}

/** False if the digest did not match and everything must be sent again. */
async function finished(
  wire: AgencyWire,
  retry: Retry,
  uploadId: string,
  isLastTry: boolean,
): Promise<boolean> {
  let answerWasLost = false
  try {
    await retry.untilAnswered(async () => {
      try {
        await wire.call(agencyFiles.finishUpload, { uploadId })
      } catch (error) {
        answerWasLost ||= error instanceof Unreachable
        throw error
      }
    })
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === gone && answerWasLost) return true
    if (error.code === mismatch && !isLastTry) return false
    throw error
  }
}
