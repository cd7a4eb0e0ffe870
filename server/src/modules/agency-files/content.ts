import {
  AgencyMetrics,
  MultifolderFile,
  type MultifolderTokens,
  type UploadKind,
} from '@agency-support/contract/modules/agency-file-shapes'
import type { z } from 'zod'

/** A file that is read when it arrives does not say what it should. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** What a file tells us, where it is one that we read. */
export type Content =
  | { kind: 'agencyMultifolder'; tokens: MultifolderTokens }
  | { kind: 'agencyMetrics'; totals: AgencyMetrics['totals'] }
  | { kind: 'agencyConfig'; users: unknown; folders: unknown; facts: object }
  | { kind: 'kept' }

/** True for files that are read when they arrive, and are small therefore. */
export function isRead(kind: string): boolean {
  return kind === 'agencyMultifolder' || kind === 'agencyMetrics' || kind === 'agencyConfig'
}

/** Reads the content of a file. Throws a sentence for one that does not have the shape of its kind. */
export function parseContent(kind: UploadKind, bytes: Buffer): Content {
  if (kind === 'agencyMultifolder') return { kind, tokens: shaped(MultifolderFile, bytes) }
  if (kind === 'agencyMetrics') return { kind, totals: shaped(AgencyMetrics, bytes).totals }
  if (kind === 'agencyConfig') return parseConfig(bytes)
  return { kind: 'kept' }
}

/** Versions of the software differ in what their config files hold; what we know of it is taken, whatever else there is. */
function parseConfig(bytes: Buffer): Content {
  const { users, folderCompliance, ...facts } = Object(parsed(bytes)) as Record<string, unknown>
  return { kind: 'agencyConfig', users, folders: folderCompliance, facts }
}

function shaped<T extends z.ZodType>(shape: T, bytes: Buffer): z.output<T> {
  const result = shape.safeParse(parsed(bytes))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new UnreadableFile(
    `The file cannot be read: ${where === '' ? '' : `${where}: `}${issue?.message ?? ''}`,
  )
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    throw new UnreadableFile('The file is not JSON.')
  }
}
