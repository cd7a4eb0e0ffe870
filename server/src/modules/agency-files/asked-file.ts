import { type AskedFile, typeOfRequest } from '@agency-support/contract/modules/agency-files'
import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import type { FileKey } from './store.ts'

/** The key of the listed file that a request for a download or for metadata means. */
export function toFileKey(asked: AskedFile): FileKey {
  const { agencyId, clientId = '', filePath = '', location = '0' } = asked
  const kind = typeOfRequest(asked)
  if (kind === 'client') return { agencyId, kind, location: Number(location), fileKey: clientId }
  if (kind === 'log') return { agencyId, kind, location: StorageLocation.log, fileKey: filePath }
  return { agencyId, kind, location: StorageLocation.clientFile, fileKey: '' }
}
