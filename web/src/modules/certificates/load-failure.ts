import { certificateMessages } from './messages.ts'

/** Why an agency's certificates could not be loaded, with the sentence of the envelope or of the HTTP wrapper. */
export function toListFailure(error: Error | null): string | null {
  return error === null ? null : certificateMessages.loadFailed + error.message
}

/** The same for the certificate of one client. */
export function toDetailsFailure(error: Error | null, clientId: string): string | null {
  return error === null ? null : certificateMessages.detailsFailed(clientId) + error.message
}
