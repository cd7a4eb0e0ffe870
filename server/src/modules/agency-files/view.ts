import {
  type CountedTotals,
  FileTotals,
  type LogFile,
  MultifolderTokens,
  type SyncError,
} from '@agency-support/contract/modules/agency-file-shapes'
import type { FileMetadata } from '@agency-support/contract/modules/agency-files'
import { padAgencyId } from '@agency-support/contract/ids'
import type { SyncErrorRow, TokenRow, TotalsRow } from './facts-store.ts'
import type { FileKey, FileRow } from './store.ts'

/** The token as it was parsed on arrival. */
export function tokensView(row: TokenRow): MultifolderTokens {
  return MultifolderTokens.parse({ current: row.current, lastFailure: row.last_failure })
}

/** The counts as they were parsed on arrival, with the time. */
export function totalsView(row: TotalsRow): CountedTotals {
  return { ...FileTotals.parse(row.totals), countedAt: row.counted_at.toISOString() }
}

/** A client that could not be converted or synced, with the instant as ISO 8601. */
export function syncErrorView(row: SyncErrorRow): SyncError {
  return { clientId: row.client_id, date: row.failed_at.toISOString(), code: row.code, msg: row.msg }
}

/** A log without its content. */
export function logView(row: FileRow): LogFile {
  return { name: row.name, lastModified: row.file_at.toISOString(), size: row.size, lines: row.lines }
}

/** What is known of a stored file, with the address for its download. */
export function metadataView(key: FileKey, row: FileRow): FileMetadata {
  return {
    fileTimestamp: row.file_at.toISOString(),
    blobTimestamp: row.stored_at.toISOString(),
    deleted: row.deleted,
    url: downloadUrl(key),
    name: row.name,
    size: row.size,
  }
}

function downloadUrl({ agencyId, kind, location, fileKey }: FileKey): string {
  const query = new URLSearchParams({ type: kind, agencyId: padAgencyId(agencyId) })
  if (kind === 'client' || kind === 'log') query.set('location', String(location))
  if (kind === 'client') query.set('clientId', fileKey)
  if (kind === 'log') query.set('filePath', fileKey)
  return `/api/file/download?${query.toString()}`
}
