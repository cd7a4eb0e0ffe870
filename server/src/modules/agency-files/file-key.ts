import { type FileRequest, typeOfRequest } from '@agency-support/contract/modules/agency-files'
import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import type { FileKey } from './store.ts'

/** The key of the listed file that a request for a download or for metadata means. */
export function toFileKey(request: FileRequest): FileKey {
  const { agencyId, clientId = '', filePath = '', location = '0' } = request
  const kind = typeOfRequest(request)
  if (kind === 'client') return { agencyId, kind, location: Number(location), fileKey: clientId }
  if (kind === 'log') return { agencyId, kind, location: StorageLocation.log, fileKey: filePath }
  return { agencyId, kind, location: StorageLocation.clientFile, fileKey: '' }
}
