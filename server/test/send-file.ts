import type { ClientIn } from '@agency-support/contract/call'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { createHash } from 'node:crypto'
import type { TestClient } from './client.ts'

type Announcement = ClientIn<typeof agencyFiles.openUpload>

/** A file of an agency, as its software sends it. */
export type SentFile = Omit<Announcement, 'size' | 'sha256' | 'fileTimestamp'> &
  Partial<Pick<Announcement, 'size' | 'sha256' | 'fileTimestamp'>>

/** What is announced of these bytes. */
export function announce(file: SentFile, bytes: Buffer): Announcement {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fileTimestamp: '2026-11-20T08:00:00.000Z',
    ...file,
  }
}

/** Sends a whole file as an agency's software does; returns the upload's id. Throws what is refused. */
export async function sendFile(
  software: TestClient,
  file: SentFile,
  content: Buffer | string,
): Promise<string> {
  const bytes = Buffer.from(content)
  const opened = await software.call(agencyFiles.openUpload, announce(file, bytes))
  const [upload] = opened.data
  if (upload === undefined) throw new Error(opened.message)
  const { uploadId } = upload
  if (bytes.length > 0) {
    const appended = await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
    if (appended.code !== 0) throw new Error(appended.message)
  }
  const finished = await software.call(agencyFiles.finishUpload, { uploadId })
  if (finished.code !== 0) throw new Error(finished.message)
  return uploadId
}

/** A log of an agency. */
export const logNamed = (name: string): SentFile => ({ kind: 'log', name, location: 8 })

/** A file of one client. */
export const clientFile = (clientId: string, location: 0 | 4 | 5 | 6 = 0): SentFile => ({
  kind: 'client',
  name: location === 0 ? `${clientId}.cms` : `${clientId}.json`,
  location,
  clientId,
})
