import { certificates } from '@agency-support/contract/modules/certificates'
import { fetchFile } from '../../lib/requests/api.ts'
import { saveFile } from '../../lib/files/save-file.ts'
import { savedName } from '../../lib/files/saved-name.ts'
import { certificateMessages } from './messages.ts'

/** Downloads a client's certificate and saves it under its documented name; returns what went wrong, or null. */
export async function downloadCertificate(
  { agencyId, clientId }: { agencyId: number; clientId: string },
  save = saveFile,
): Promise<string | null> {
  const reply = await fetchFile(certificates.file, { agencyId, clientId })
  if (!reply.ok) return reply.status === 400 ? reply.message : certificateMessages.fileFailed
  const { body } = reply
  // A refusal arrives as an envelope instead of the file.
  if (!body.type.startsWith(certificates.file.answer.contentType)) return readRefusal(body)
  save(body, savedName({ agencyId, clientId, name: body.name }, new Date()))
  return null
}

async function readRefusal(body: Blob): Promise<string> {
  try {
    const { message } = JSON.parse(await body.text()) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : certificateMessages.fileFailed
  } catch {
    return certificateMessages.fileFailed
  }
}
